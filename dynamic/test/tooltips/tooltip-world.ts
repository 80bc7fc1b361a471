// For the browser suite of embedded tooltips: a bundle with a few items, and the pages of a fan site.
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { writeTestBundle } from '../../../build/test/test-bundle.ts'
import { Accounts } from '../../../data/store/accounts/accounts.ts'

const rarities = ['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'unique', 'artifact']

const sword = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><defs><linearGradient id="g" x2="1" y2="1">
<stop stop-color="#f4f6fa"/><stop offset="1" stop-color="#7d8796"/></linearGradient></defs>
<path d="M52 6 58 12 27 43 21 37Z" fill="url(#g)" stroke="#3a404a" stroke-width="1.5"/><path d="M52 6 24 40" stroke="#fff" opacity=".6"/>
<path d="M14 36 28 50" stroke="#b0863c" stroke-width="5" stroke-linecap="round"/><path d="M19 45 9 55" stroke="#5b3a22" stroke-width="6" stroke-linecap="round"/>
<circle cx="8" cy="56" r="4" fill="#b0863c"/></svg>`

const english = {
  'name.gloam_blade': 'Gloam Blade',
  'text.gloam_blade': 'Forged where the lamps end. It hums a little when nobody is listening.',
  ...Object.fromEntries(
    rarities.map((rarity) => [`rarity.${rarity}`, rarity.charAt(0).toUpperCase() + rarity.slice(1)]),
  ),
}

/** Writes the bundle; returns its folder. */
export async function writeTooltipWorld(folder: string): Promise<string> {
  const attribute = (field: string, name: string, format = 'flat', decimals = 0) => ({
    ...{ id: `id.attribute.${field}`, field, name, format, decimals },
  })
  const blades = rarities.map((rarity, at) => ({
    id: `id.item.gloam_blade_${at + 1}001`,
    source_key: `Id_Item_GloamBlade_${at + 1}001`,
    archetype: 'id.item.gloam_blade',
    name: 'name.gloam_blade',
    rarity,
    description: 'text.gloam_blade',
    type: 'weapon',
    slot_type: 'main_hand',
    required_class: ['duelist', 'warden'],
    gear_score: 12 + 9 * at,
    icon: 'assets/sword.png',
    primary_min_weapon_damage: 30 + at,
    primary_max_weapon_damage: 34 + at,
    primary_min_move_speed: -8,
    primary_max_move_speed: -8,
    secondary_min_armor_penetration: 1,
    secondary_max_armor_penetration: 3.5,
    secondary_min_will: 1,
    secondary_max_will: 2,
  }))
  const gem = { id: 'id.item.blind_ruby_4001', name: 'Blind Ruby', rarity: 'rare', misc_type: 'gem' }
  const hostile = {
    id: 'id.item.hostile',
    name: '<img src=x onerror=alert(1)>',
    rarity: 'epic',
    description: '</p><b>bold',
  }
  return writeTestBundle(folder, '1.0.0', {
    items: [...blades, gem, hostile],
    attributes: [
      attribute('weapon_damage', 'Weapon Damage'),
      attribute('move_speed', 'Move Speed'),
      attribute('armor_penetration', 'Armor Penetration', 'percent', 1),
      attribute('will', 'Will'),
    ],
    classes: [{ id: 'id.player_character.warden', name: 'Warden' }],
    'facets.json': {
      rarity: Object.fromEntries(rarities.map((rarity) => [rarity, `rarity.${rarity}`])),
      slot_type: { main_hand: 'Main Hand' },
    },
    'locales/en.json': english,
    'locales/de.json': { 'name.gloam_blade': 'Dämmerklinge', 'rarity.epic': 'Episch' },
    'assets/sword.png': await sharp(Buffer.from(sword)).resize(128).png().toBuffer(),
  })
}

/** Listens on a free port of this machine. */
export async function listen(answer: (req: IncomingMessage, res: ServerResponse) => void) {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export interface Front {
  readonly origin: string
  /** Every request so far, as `GET /path?query`. */
  readonly seen: string[]
  /** `hanging` accepts requests and answers only those for the script itself. */
  state: 'up' | 'hanging' | 'failing'
  close(): Promise<void>
}

/** Opens a proxy in front of the service that records requests and can stop answering. */
export async function openFront(service: { readonly port: number }): Promise<Front> {
  const front = { seen: [] as string[], state: 'up' as Front['state'] }
  const server = await listen((req, res) => {
    const { method, headers, url = '' } = req
    front.seen.push(`${method} ${url}`)
    if (front.state === 'hanging' && url !== '/tooltips.js') return
    if (front.state === 'failing' && url !== '/tooltips.js') return void res.destroy()
    const passed = request({ host: '127.0.0.1', port: service.port, path: url, method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(res)
    })
    passed.once('error', () => res.destroy())
    req.pipe(passed)
  })
  return Object.assign(front, { origin: server.origin, close: server.close })
}

/** Creates a key for tooltips on pages of these origins. */
export async function newTooltipKey(dataDir: string, origins: readonly string[]): Promise<string> {
  const accounts = await Accounts.open({ dataDir })
  const { id } = await accounts.owners.grant('fan site', ['tooltips'])
  const { key } = await accounts.keys.create(id, { name: 'fan site', scopes: ['tooltips'], origins })
  await accounts.close()
  return key
}
