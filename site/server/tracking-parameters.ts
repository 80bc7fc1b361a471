/** Parameters that networks, mail services and analytics append to links. */
const names = new Set([
  // Google
  ...['gclid', 'gclsrc', 'gbraid', 'wbraid', 'dclid', 'srsltid', 'gad_source', 'gad_campaignid', '_ga', '_gl'],
  // Facebook, Instagram
  ...['fbclid', 'fb_action_ids', 'fb_action_types', 'fb_source', 'fb_ref', 'mibextid', 'igshid', 'igsh'],
  // Other networks
  ...['msclkid', 'ttclid', 'twclid', 'li_fat_id', 'rdt_cid', 'epik', 'sccid', 'yclid', 'ysclid', '_openstat'],
  ...['ref_src', 'ref_url'],
  // Mail services
  ...['mc_cid', 'mc_eid', '_hsenc', '_hsmi', 'mkt_tok', 'vero_id', 'oly_anon_id', 'oly_enc_id'],
])

/** Whether a parameter only says where the reader of a link came from. */
export function isTracking(name: string): boolean {
  const lower = name.toLowerCase()
  return lower.startsWith('utm_') || names.has(lower)
}

/** The target of a page without such parameters. The others stay as they are written. */
export function withoutTracking(target: string): string {
  const start = target.indexOf('?')
  if (start < 0) return target
  const pairs = target.slice(start + 1).split('&')
  const kept = pairs.filter((pair) => ![...new URLSearchParams(pair).keys()].some(isTracking))
  if (kept.length === pairs.length) return target
  const path = target.slice(0, start)
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path
}
