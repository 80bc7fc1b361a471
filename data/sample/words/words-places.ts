import type { Words } from '../phrase.ts'

interface Place {
  readonly slug: string
  readonly name: string
  /** "in the place", so that no language needs inflection. */
  readonly within: Words
  /** First words of the names of its monsters. */
  readonly prefixes: readonly string[]
}

export const places: readonly Place[] = [
  {
    slug: 'brine_fen',
    name: 'Brine Fen',
    within:
      'in the Brine Fen|im Salzmoor|en el Pantano Salobre|dans le Marais saumâtre|塩の沼沢で|소금 늪에서|no Brejo Salobro|в Солёной топи|在咸沼|在鹹沼',
    prefixes: ['Bog', 'Brine', 'Fen', 'Reed'],
  },
  {
    slug: 'lantern_ward',
    name: 'Lantern Ward',
    within:
      'in the Lantern Ward|im Laternenviertel|en el Barrio de los Faroles|dans le Quartier des lanternes|灯籠街で|등불 구역에서|no Bairro das Lanternas|в Фонарном квартале|在灯笼坊|在燈籠坊',
    prefixes: ['Lantern', 'Wick', 'Tallow', 'Alley'],
  },
  {
    slug: 'sunken_choir',
    name: 'Sunken Choir',
    within:
      'in the Sunken Choir|im Versunkenen Chor|en el Coro Hundido|dans le Chœur englouti|沈んだ聖歌堂で|가라앉은 성가당에서|no Coro Submerso|в Затонувшем хоре|在沉没圣咏堂|在沉沒聖詠堂',
    prefixes: ['Choir', 'Psalm', 'Vesper', 'Nave'],
  },
  {
    slug: 'ember_vaults',
    name: 'Ember Vaults',
    within:
      'in the Ember Vaults|in den Glutgewölben|en las Bóvedas de Brasas|dans les Voûtes de braise|熾火の地下蔵で|잿불 금고에서|nas Câmaras de Brasa|в Угольных сводах|在余烬地库|在餘燼地庫',
    prefixes: ['Ember', 'Cinder', 'Slag', 'Furnace'],
  },
  {
    slug: 'rime_gallery',
    name: 'Rime Gallery',
    within:
      'in the Rime Gallery|in der Reifgalerie|en la Galería de Escarcha|dans la Galerie du givre|霜の回廊で|서리 회랑에서|na Galeria da Geada|в Инеевой галерее|在霜廊|在霜廊',
    prefixes: ['Rime', 'Icebound', 'Pale', 'Hoar'],
  },
  {
    slug: 'root_cellars',
    name: 'Root Cellars',
    within:
      'in the Root Cellars|in den Wurzelkellern|en las Bodegas de Raíces|dans les Caves aux racines|根の地下室で|뿌리 지하실에서|nas Adegas de Raízes|в Корневых погребах|在根须地窖|在根鬚地窖',
    prefixes: ['Root', 'Loam', 'Cellar', 'Mold'],
  },
  {
    slug: 'bell_quarry',
    name: 'Bell Quarry',
    within:
      'in the Bell Quarry|im Glockensteinbruch|en la Cantera de las Campanas|dans la Carrière aux cloches|鐘の石切り場で|종 채석장에서|na Pedreira dos Sinos|в Колокольной каменоломне|在钟石场|在鐘石場',
    prefixes: ['Quarry', 'Bell', 'Flint', 'Rubble'],
  },
  {
    slug: 'hollow_throne',
    name: 'Hollow Throne',
    within:
      'at the Hollow Throne|am Hohlen Thron|en el Trono Hueco|au Trône creux|虚ろの玉座で|텅 빈 왕좌에서|no Trono Oco|у Полого трона|在空王座前|在空王座前',
    prefixes: ['Hollow', 'Crownless', 'Velvet', 'Oathless'],
  },
]
