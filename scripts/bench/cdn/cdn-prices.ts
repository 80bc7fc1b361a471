/** Netlify's prices as of `readOn`; check them before planning with them. */
export const netlifyPrices = {
  readOn: '2026-10-09',
  source:
    'https://docs.netlify.com/manage/accounts-and-billing/billing/billing-for-credit-based-plans/how-credits-work/',
  plans: [
    { name: 'Free', dollars: 0, credits: 300 },
    { name: 'Pro', dollars: 20, credits: 3000 },
  ],
  /** Credits beyond those of a paid plan are sold in packs. */
  pack: { dollars: 10, credits: 1500 },
  creditsPerGigabyte: 20,
  /** For requests of every kind, including those that an edge function answers. */
  creditsPerTenThousandRequests: 2,
  creditsPerDeploy: 15,
}

interface Usage {
  readonly requests: number
  readonly bytes: number
  readonly deploys: number
}

interface Bill {
  readonly credits: number
  readonly plan: string
  readonly dollars: number
}

/** Computes the bill of a month on the cheapest sufficient plan. Free plans cannot buy packs. */
export function billOf({ requests, bytes, deploys }: Usage): Bill {
  const { plans, pack, creditsPerGigabyte, creditsPerTenThousandRequests, creditsPerDeploy } = netlifyPrices
  const credits =
    (bytes / 1e9) * creditsPerGigabyte +
    (requests / 10_000) * creditsPerTenThousandRequests +
    deploys * creditsPerDeploy
  const bills = plans.flatMap(({ name, dollars, credits: included }) => {
    const packs = Math.max(0, Math.ceil((credits - included) / pack.credits))
    return packs > 0 && dollars === 0 ? [] : [{ credits, plan: name, dollars: dollars + packs * pack.dollars }]
  })
  return bills.reduce((min, bill) => (bill.dollars < min.dollars ? bill : min))
}
