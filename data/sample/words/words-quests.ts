// What quests ask for, and what is done where.
import type { Words } from '../phrase.ts'

/** What the giver of a quest adds. */
export const questVoices: readonly Words[] = [
  'Ask nothing, and I pay double.|Frag nichts, und ich zahle doppelt.|No preguntes y pago el doble.|Ne demande rien et je paie double.|何も聞くな、倍払う。|묻지 않으면 두 배로 주지.|Não pergunte nada e pago em dobro.|Не спрашивай ни о чём — заплачу вдвойне.|别多问，我付双倍。|別多問，我付雙倍。',
  'My knees are too old for those stairs.|Meine Knie sind zu alt für die Treppe.|Mis rodillas ya no están para esas escaleras.|Mes genoux sont trop vieux pour cet escalier.|あの階段は膝に堪える。|저 계단은 내 무릎에 무리야.|Meus joelhos estão velhos para aquela escada.|Мои колени слишком стары для тех ступеней.|我这膝盖走不动那些台阶了。|我這膝蓋走不動那些臺階了。',
  'The last one I sent came back quiet.|Der Letzte, den ich schickte, kam stumm zurück.|El último que envié volvió callado.|Le dernier que j’ai envoyé est revenu muet.|前に送った者は黙って戻った。|지난번에 보낸 이는 말없이 돌아왔지.|O último que mandei voltou calado.|Последний, кого я послал, вернулся молчаливым.|上一个去的人回来后不再说话。|上一個去的人回來後不再說話。',
  'Before the lamps go out, if you can.|Bevor die Lampen ausgehen, wenn es geht.|Antes de que se apaguen las lámparas, si puedes.|Avant que les lampes s’éteignent, si possible.|できれば灯が消える前に。|가능하면 등불이 꺼지기 전에.|Antes que as lâmpadas se apaguem, se puder.|До того как погаснут лампы, если сможешь.|尽量赶在灯灭之前。|盡量趕在燈滅之前。',
  'I would not send a friend.|Einen Freund würde ich nicht schicken.|A un amigo no lo mandaría.|Je n’y enverrais pas un ami.|友なら行かせはしない。|친구라면 보내지 않았을 거야.|Eu não mandaria um amigo.|Друга я бы не послал.|若是朋友，我不会让他去。|若是朋友，我不會讓他去。',
  'Bring a rope.|Nimm ein Seil mit.|Lleva una cuerda.|Prends une corde.|縄を持っていけ。|밧줄을 챙겨라.|Leve uma corda.|Возьми верёвку.|带上绳子。|帶上繩子。',
  'They still owe me for the winter.|Die schulden mir noch den Winter.|Aún me deben el invierno.|Ils me doivent encore l’hiver.|冬の貸しがまだ残っている。|겨울 빚이 아직 남았거든.|Ainda me devem o inverno.|Они ещё за зиму мне должны.|他们还欠我一个冬天。|他們還欠我一個冬天。',
  'You will know it when you hear it.|Du wirst es erkennen, wenn du es hörst.|Lo sabrás cuando lo oigas.|Tu le sauras en l’entendant.|聞けば分かる。|들으면 알게 될 거야.|Você vai saber quando ouvir.|Услышишь — поймёшь.|听到你就明白了。|聽到你就明白了。',
]

/** What a quest asks for, by content type; props have texts of their own. {place} is a place's "within". */
export const questTexts: Readonly<Record<string, Words>> = {
  kill: 'Strike down {count} foes {place} ({what}).|Erschlage {count} Feinde {place} ({what}).|Derriba a {count} enemigos {place} ({what}).|Abats {count} ennemis {place} ({what}).|{place}敵を{count}体倒せ（{what}）。|{place} 적 {count}마리를 쓰러뜨려라 ({what}).|Derrube {count} inimigos {place} ({what}).|Срази врагов {place}: {count} ({what}).|{place}击倒{count}个敌人（{what}）。|{place}擊倒{count}個敵人（{what}）。',
  fetch:
    'Bring me {count} of what was lost {place} ({what}).|Bring mir {count} Stück von dem, was verloren ging {place} ({what}).|Tráeme {count} de lo que se perdió {place} ({what}).|Rapporte-moi {count} choses perdues {place} ({what}).|{place}失われたものを{count}個持ってこい（{what}）。|{place} 잃어버린 것을 {count}개 가져와라 ({what}).|Traga {count} do que se perdeu {place} ({what}).|Принеси потерянное {place}: {count} ({what}).|把遗落的东西带来{count}件，{place}可寻（{what}）。|把遺落的東西帶來{count}件，{place}可尋（{what}）。',
  explore:
    'Find {what} {place} and come back.|Finde {what} {place} und kehre zurück.|Encuentra {what} {place} y regresa.|Trouve {what} {place} et reviens.|{place}{what}を見つけて戻れ。|{place} {what} 찾아 돌아와라.|Encontre {what} {place} e volte.|Найди {what} {place} и вернись.|{place}找到{what}并归来。|{place}找到{what}並歸來。',
  escape:
    'Get out alive {count} times by way of {what} {place}.|Entkomme {count}-mal lebend über {what} {place}.|Escapa con vida {count} veces pasando por {what} {place}.|Sors vivant {count} fois en passant par {what} {place}.|{place}{what}を抜けて{count}回、生きて脱出せよ。|{place} {what} 지나 {count}번 살아서 빠져나와라.|Saia vivo {count} vezes cruzando {what} {place}.|Выберись живым через {what} {place}, раз: {count}.|{place}经{what}活着逃出{count}次。|{place}經{what}活著逃出{count}次。',
  hold: 'Hold {what} {place} for {count} seconds.|Halte {what} {place} {count} Sekunden lang.|Defiende {what} {place} durante {count} segundos.|Tiens {what} {place} pendant {count} secondes.|{place}{what}を{count}秒守れ。|{place} {what} {count}초 동안 지켜라.|Defenda {what} {place} por {count} segundos.|Удерживай {what} {place}, секунд: {count}.|{place}守住{what}{count}秒。|{place}守住{what}{count}秒。',
  use_item:
    'Use the {what} {count} times {place}.|Benutze dies {count}-mal {place}: {what}.|Usa esto {count} veces {place}: {what}.|Utilise ceci {count} fois {place} : {what}.|{place}{what}を{count}回使え。|{place} 이것을 {count}번 사용해라: {what}.|Use isto {count} vezes {place}: {what}.|Примени это {place}, раз: {count} ({what}).|{place}使用{what}{count}次。|{place}使用{what}{count}次。',
  damage:
    'Deal {count} damage {place} ({what}).|Füge {count} Schaden zu {place} ({what}).|Inflige {count} de daño {place} ({what}).|Inflige {count} dégâts {place} ({what}).|{place}{count}のダメージを与えよ（{what}）。|{place} 피해를 {count}만큼 입혀라 ({what}).|Cause {count} de dano {place} ({what}).|Нанеси урон {place}: {count} ({what}).|{place}造成{count}点伤害（{what}）。|{place}造成{count}點傷害（{what}）。',
}

/** What a quest asks to be done to {count} of them. */
export const props: readonly { readonly slug: string; readonly text: Words }[] = [
  {
    slug: 'dead_lamp',
    text: 'Light the {count} dead lamps {place}.|Entzünde die {count} toten Lampen {place}.|Enciende las {count} lámparas muertas {place}.|Allume les {count} lampes mortes {place}.|{place}消えた灯を{count}つともせ。|{place} 꺼진 등불 {count}개를 밝혀라.|Acenda as {count} lâmpadas mortas {place}.|Зажги погасшие лампы {place}: {count}.|{place}点亮{count}盏熄灯。|{place}點亮{count}盞熄燈。',
  },
  {
    slug: 'sealed_urn',
    text: 'Break {count} sealed urns {place}.|Zerbrich {count} versiegelte Urnen {place}.|Rompe {count} urnas selladas {place}.|Brise {count} urnes scellées {place}.|{place}封じられた壺を{count}つ割れ。|{place} 봉인된 항아리 {count}개를 깨라.|Quebre {count} urnas seladas {place}.|Разбей запечатанные урны {place}: {count}.|{place}打碎{count}个封印的瓮。|{place}打碎{count}個封印的甕。',
  },
  {
    slug: 'prayer_wheel',
    text: 'Turn {count} prayer wheels {place}.|Drehe {count} Gebetsmühlen {place}.|Haz girar {count} ruedas de oración {place}.|Fais tourner {count} moulins à prières {place}.|{place}祈祷輪を{count}つ回せ。|{place} 기도 바퀴 {count}개를 돌려라.|Gire {count} rodas de oração {place}.|Поверни молитвенные колёса {place}: {count}.|{place}转动{count}个转经轮。|{place}轉動{count}個轉經輪。',
  },
  {
    slug: 'toll_bell',
    text: 'Ring {count} toll bells {place}.|Läute {count} Zollglocken {place}.|Haz sonar {count} campanas de peaje {place}.|Fais sonner {count} cloches de péage {place}.|{place}通行税の鐘を{count}つ鳴らせ。|{place} 통행세 종 {count}개를 울려라.|Toque {count} sinos de pedágio {place}.|Зазвони в колокола заставы {place}: {count}.|{place}敲响{count}口关卡钟。|{place}敲響{count}口關卡鐘。',
  },
]

interface Module {
  readonly slug: string
  /** The map that it is in. */
  readonly place: string
  /** As the object of "find", "hold" and "by way of". */
  readonly name: Words
}

export const modules: readonly Module[] = [
  {
    slug: 'drowned_chapel',
    place: 'sunken_choir',
    name: 'the drowned chapel|die ertrunkene Kapelle|la capilla ahogada|la chapelle noyée|溺れた礼拝堂|물에 잠긴 예배당을|a capela afogada|утонувшую часовню|溺没的礼拜堂|溺沒的禮拜堂',
  },
  {
    slug: 'bell_shaft',
    place: 'bell_quarry',
    name: 'the bell shaft|den Glockenschacht|el pozo de la campana|le puits de la cloche|鐘の竪穴|종 수직굴을|o poço do sino|колокольную шахту|钟井|鐘井',
  },
  {
    slug: 'wax_library',
    place: 'lantern_ward',
    name: 'the wax library|die Wachsbibliothek|la biblioteca de cera|la bibliothèque de cire|蝋の書庫|밀랍 서고를|a biblioteca de cera|восковую библиотеку|蜡书库|蠟書庫',
  },
  {
    slug: 'ferry_landing',
    place: 'brine_fen',
    name: 'the ferry landing|den Fähranleger|el embarcadero|l’embarcadère|渡し場|나루터를|o atracadouro|паромную пристань|渡口|渡口',
  },
  {
    slug: 'root_stair',
    place: 'root_cellars',
    name: 'the root stair|die Wurzeltreppe|la escalera de raíces|l’escalier de racines|根の階段|뿌리 계단을|a escada de raízes|лестницу из корней|根须阶梯|根鬚階梯',
  },
  {
    slug: 'furnace_mouth',
    place: 'ember_vaults',
    name: 'the furnace mouth|den Ofenschlund|la boca del horno|la gueule du fourneau|炉の口|용광로 입구를|a boca da fornalha|жерло печи|炉口|爐口',
  },
  {
    slug: 'ice_window',
    place: 'rime_gallery',
    name: 'the ice window|das Eisfenster|la ventana de hielo|la fenêtre de glace|氷の窓|얼음 창을|a janela de gelo|ледяное окно|冰窗|冰窗',
  },
  {
    slug: 'throne_steps',
    place: 'hollow_throne',
    name: 'the throne steps|die Thronstufen|los peldaños del trono|les marches du trône|玉座の階|왕좌의 층계를|os degraus do trono|ступени трона|王座台阶|王座臺階',
  },
]
