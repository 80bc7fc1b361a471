// Runs in every runtime, including browsers, with the same results.

/** Makes requests of each kind with the client; returns the results. */
export async function findings({ createClient, Problem, baseUrl }) {
  const statuses = []
  const seen = async (url, init) => {
    const response = await fetch(url, init)
    statuses.push(response.status)
    return response
  }
  const api = createClient({ baseUrl, locale: 'de', fetch: seen })
  const idsOf = async (list) => {
    const ids = []
    for await (const { id } of list) ids.push(id)
    return ids
  }
  const firstPage = await api.items.list({ limit: 2 }).page()
  statuses.length = 0
  await api.items.list({ limit: 2 }).page()
  const [revalidated] = statuses
  const [first] = firstPage.body
  const item = await api.items.get(first.id)
  const quest = 'id.quest.lamplighter_01'
  const problem = await api.items.get('id.item.none').catch((error) => error)
  const invalid = await api.items
    .list({ limit: 1000 })
    .page()
    .catch((error) => error)
  const controller = new AbortController()
  controller.abort()
  const aborted = await api.items.get(first.id, {}, { signal: controller.signal }).catch((error) => error)
  const plain = createClient({ baseUrl })
  return {
    revalidated,
    pageList: [
      await idsOf(api.monsters.list({ limit: 4 })),
      (await api.monsters.list({ limit: 250 }).page()).body.length,
    ],
    cursorList: [
      await idsOf(plain.quests.list({ limit: 3 })),
      (await plain.quests.list({ limit: 200 }).page()).rows.length,
    ],
    item: [item.id === first.id, item.name === first.name],
    german: (await api.quests.get(quest)).title !== (await api.quests.get(quest, { locale: 'en' })).title,
    icon: (await (await api.items.icon(first.id)).arrayBuffer()).byteLength > 100,
    prices: (await api.market.priceHistory('id.item.gloam_blade', { interval: '4h', from: new Date(0) })).interval,
    line: typeof (await api.chat.items({ name: 'gloam blade' })),
    problem: [problem instanceof Problem, problem instanceof Error, problem.status, problem.code],
    invalid: [invalid.code, invalid.errors?.map(({ parameter }) => parameter)],
    aborted: [aborted.name, aborted instanceof Problem],
  }
}
