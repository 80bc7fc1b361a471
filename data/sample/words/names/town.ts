// Names of places, people, beliefs and workshops.
import type { Words } from '../../phrase.ts'

export const townWords: readonly Words[] = [
  'Brine Fen|Salzmoor|Pantano Salobre|Marais saumâtre|塩の沼沢|소금 늪|Brejo Salobro|Солёная топь|咸沼|鹹沼',
  'Lantern Ward|Laternenviertel|Barrio de los Faroles|Quartier des lanternes|灯籠街|등불 구역|Bairro das Lanternas|Фонарный квартал|灯笼坊|燈籠坊',
  'Sunken Choir|Versunkener Chor|Coro Hundido|Chœur englouti|沈んだ聖歌堂|가라앉은 성가당|Coro Submerso|Затонувший хор|沉没圣咏堂|沉沒聖詠堂',
  'Ember Vaults|Glutgewölbe|Bóvedas de Brasas|Voûtes de braise|熾火の地下蔵|잿불 금고|Câmaras de Brasa|Угольные своды|余烬地库|餘燼地庫',
  'Rime Gallery|Reifgalerie|Galería de Escarcha|Galerie du givre|霜の回廊|서리 회랑|Galeria da Geada|Инеевая галерея|霜廊|霜廊',
  'Root Cellars|Wurzelkeller|Bodegas de Raíces|Caves aux racines|根の地下室|뿌리 지하실|Adegas de Raízes|Корневые погреба|根须地窖|根鬚地窖',
  'Bell Quarry|Glockensteinbruch|Cantera de las Campanas|Carrière aux cloches|鐘の石切り場|종 채석장|Pedreira dos Sinos|Колокольная каменоломня|钟石场|鐘石場',
  'Hollow Throne|Hohler Thron|Trono Hueco|Trône creux|虚ろの玉座|텅 빈 왕좌|Trono Oco|Полый трон|空王座|空王座',

  'The Lamplighter|Die Laternenanzünderin|La farolera|L’allumeuse de réverbères|点灯人|점등인|A acendedora de lampiões|Фонарщица|点灯人|點燈人',
  'The Ferrymaster|Der Fährmeister|El maestro de barcas|Le maître passeur|渡し場の親方|나루터 주인|O mestre da balsa|Хозяин парома|渡船主|渡船主',
  'The Armorer|Der Rüstungsschmied|El armero|L’armurier|鎧師|갑옷장이|O armeiro|Бронник|甲匠|甲匠',
  'The Apothecary|Die Apothekerin|La boticaria|L’apothicaire|薬種商|약제사|A boticária|Аптекарша|药剂师|藥劑師',
  'The Bowyer|Der Bogner|El arquero artesano|L’archetier|弓師|활장이|O arqueiro artesão|Лучник-мастер|弓匠|弓匠',
  'The Candlemaker|Die Kerzenzieherin|La cerera|La cirière|蝋燭職人|양초장이|A veleira|Свечница|制烛人|製燭人',
  'The Cartographer|Der Kartenzeichner|El cartógrafo|Le cartographe|地図師|지도 제작자|O cartógrafo|Картограф|制图师|製圖師',
  'The Coffin Maker|Der Sargmacher|El fabricante de ataúdes|Le fabricant de cercueils|棺職人|관장이|O fabricante de caixões|Гробовщик|棺材匠|棺材匠',
  'The Cook|Die Köchin|La cocinera|La cuisinière|料理人|요리사|A cozinheira|Кухарка|厨娘|廚娘',
  'The Fence|Der Hehler|El perista|Le receleur|故買屋|장물아비|O receptador|Скупщик краденого|销赃人|銷贓人',
  'The Goldbeater|Die Goldschlägerin|La batidora de oro|La batteuse d’or|金箔師|금박장이|A batedora de ouro|Златобоица|打金匠|打金匠',
  'The Herbalist|Die Kräuterfrau|La herbolaria|L’herboriste|薬草師|약초꾼|A herborista|Травница|草药师|草藥師',
  'The Hide Trader|Der Fellhändler|El tratante de pieles|Le marchand de peaux|皮商人|가죽 상인|O mercador de peles|Торговец шкурами|皮货商|皮貨商',
  'The Leech Doctor|Der Blutegeldoktor|El médico de sanguijuelas|Le médecin aux sangsues|蛭医者|거머리 의원|O médico das sanguessugas|Лекарь с пиявками|水蛭医生|水蛭醫生',
  'The Moth Breeder|Die Mottenzüchterin|La criadora de polillas|L’éleveuse de phalènes|蛾飼い|나방 사육사|A criadora de mariposas|Разводчица мотыльков|养蛾人|養蛾人',
  'The Pawnbroker|Der Pfandleiher|El prestamista|Le prêteur sur gages|質屋|전당포 주인|O penhorista|Ростовщик|当铺老板|當鋪老闆',
  'The Ragpicker|Die Lumpensammlerin|La trapera|La chiffonnière|屑拾い|넝마주이|A trapeira|Старьёвщица|拾荒者|拾荒者',
  'The Smith|Der Schmied|El herrero|Le forgeron|鍛冶屋|대장장이|O ferreiro|Кузнец|铁匠|鐵匠',
  'The Toll Keeper|Die Zollwärterin|La guardiana del peaje|La gardienne du péage|関所番|통행세 관리인|A guardiã do pedágio|Смотрительница заставы|关卡守|關卡守',
  'The Weaver|Der Weber|El tejedor|Le tisserand|機織り|직조공|O tecelão|Ткач|织工|織工',

  'The Lit Lamp|Die Entzündete Lampe|La Lámpara Encendida|La Lampe allumée|灯されし燈|켜진 등불|A Lâmpada Acesa|Зажжённая лампа|长明灯|長明燈',
  'Mother Brine|Mutter Sole|Madre Salmuera|Mère Saumure|塩水の母|소금물 어머니|Mãe Salmoura|Мать Рассола|卤水圣母|滷水聖母',
  'The Kneeling King|Der Kniende König|El Rey Arrodillado|Le Roi agenouillé|跪く王|무릎 꿇은 왕|O Rei Ajoelhado|Коленопреклонённый король|跪王|跪王',
  'Saint of Moths|Heilige der Motten|Santa de las Polillas|Sainte des phalènes|蛾の聖女|나방의 성녀|Santa das Mariposas|Святая мотыльков|飞蛾圣徒|飛蛾聖徒',
  'The Root Below|Die Wurzel in der Tiefe|La Raíz Profunda|La Racine d’en bas|地の底の根|깊은 곳의 뿌리|A Raiz de Baixo|Корень внизу|地底之根|地底之根',
  'Ash Father|Aschenvater|Padre Ceniza|Père Cendre|灰の父|재의 아버지|Pai Cinza|Отец Пепла|灰父|灰父',

  'Ember Forge|Glutschmiede|Forja de Brasas|Forge de braise|熾火の鍛冶場|잿불 대장간|Forja de Brasa|Угольная кузня|余烬锻炉|餘燼鍛爐',
  'Still Room|Destillierstube|Sala de alambiques|Distillerie|蒸留室|증류실|Sala de destilação|Перегонная|蒸馏室|蒸餾室',
  'Deeper Bellows|Tieferer Blasebalg|Fuelle más hondo|Soufflet plus profond|深いふいご|더 깊은 풀무|Fole mais fundo|Глубокие мехи|深腔风箱|深腔風箱',
  'Second Anvil|Zweiter Amboss|Segundo yunque|Seconde enclume|第二の金床|두 번째 모루|Segunda bigorna|Вторая наковальня|第二铁砧|第二鐵砧',
  'Quench Basin|Abschreckbecken|Pila de temple|Bac de trempe|焼入れ槽|담금질 수조|Bacia de têmpera|Закалочный чан|淬火池|淬火池',
  'Coal Cellar|Kohlenkeller|Carbonera|Cave à charbon|石炭庫|석탄 창고|Depósito de carvão|Угольный погреб|煤窖|煤窖',
  'Tong Rack|Zangengestell|Soporte de tenazas|Râtelier à pinces|火箸掛け|집게 걸이|Suporte de tenazes|Стойка для клещей|火钳架|火鉗架',
  'Copper Coil|Kupferschlange|Serpentín de cobre|Serpentin de cuivre|銅の蛇管|구리 코일|Serpentina de cobre|Медный змеевик|铜盘管|銅盤管',
  'Herb Loft|Kräuterboden|Desván de hierbas|Grenier aux herbes|薬草の屋根裏|약초 다락|Sótão de ervas|Травяной чердак|草药阁|草藥閣',
  'Cold Shelf|Kühlregal|Estante frío|Étagère froide|冷暗棚|서늘한 선반|Prateleira fria|Холодная полка|冷藏架|冷藏架',
  'Glass Bench|Glasbank|Banco de vidrio|Établi de verre|硝子の作業台|유리 작업대|Bancada de vidro|Стекольный верстак|玻璃工台|玻璃工檯',
  'Seed Drawers|Samenschubladen|Cajones de semillas|Tiroirs à graines|種の引き出し|씨앗 서랍|Gavetas de sementes|Ящики с семенами|种子抽屉|種子抽屜',
]

/** What stands in places and is opened or broken. */
export const containerWords: readonly Words[] = [
  'Wooden Chest|Holztruhe|Cofre de madera|Coffre de bois|木の宝箱|나무 상자|Baú de madeira|Деревянный сундук|木箱|木箱',
  'Iron Chest|Eisentruhe|Cofre de hierro|Coffre de fer|鉄の宝箱|쇠 상자|Baú de ferro|Железный сундук|铁箱|鐵箱',
  'Reliquary Chest|Reliquientruhe|Cofre relicario|Coffre à reliques|聖遺物の宝箱|성물 상자|Baú relicário|Сундук с реликвиями|圣物箱|聖物箱',
  'Locked Coffer|Verschlossene Kassette|Arca cerrada|Coffret verrouillé|鍵の掛かった箱|잠긴 궤짝|Arca trancada|Запертый ларец|上锁的匣子|上鎖的匣子',
  'Hoard|Hort|Tesoro|Magot|財宝の山|보물 더미|Tesouro|Клад|藏宝|藏寶',
  'Coffin|Sarg|Ataúd|Cercueil|棺|관|Caixão|Гроб|棺材|棺材',
  'Strongbox|Geldkassette|Caja fuerte|Cassette|金庫|금고 상자|Caixa-forte|Денежный ящик|保险箱|保險箱',
  'Barrel|Fass|Barril|Tonneau|樽|통|Barril|Бочка|木桶|木桶',
  'Crate|Kiste|Cajón|Caisse|木箱|나무 궤짝|Caixote|Ящик|板条箱|板條箱',
  'Urn|Urne|Urna|Urne|壺|항아리|Urna|Урна|瓮|甕',
]

export const emptyHands: Words =
  'Empty Hands|Leere Hände|Manos vacías|Mains vides|空の手|빈손|Mãos vazias|Пустые руки|两手空空|兩手空空'

/** What a merchant has, with a slot for the merchant. */
export const stockWords: Words =
  "{base}'s Stock|Sortiment: {base}|Surtido: {base}|Assortiment : {base}|品揃え：{base}|재고: {base}|Sortimento: {base}|Товары: {base}|货品：{base}|貨品：{base}"

/** What workshops do, with a slot for the item. */
export const serviceWords: readonly Words[] = [
  'Craft {base}|{base} herstellen|Fabricar: {base}|Fabriquer : {base}|{base}の製作|{base} 제작|Fabricar: {base}|Создание: {base}|制作{base}|製作{base}',
  'Rebuild {base}|{base} umbauen|Reconstruir: {base}|Reconstruire : {base}|{base}の再構築|{base} 재구성|Reconstruir: {base}|Переделка: {base}|重铸{base}|重鑄{base}',
  'Enhance {base}|{base} verbessern|Mejorar: {base}|Améliorer : {base}|{base}の強化|{base} 강화|Aprimorar: {base}|Улучшение: {base}|强化{base}|強化{base}',
  'Scrap {base}|{base} zerlegen|Desguazar: {base}|Démonter : {base}|{base}の解体|{base} 분해|Desmontar: {base}|Разбор: {base}|拆解{base}|拆解{base}',
]
