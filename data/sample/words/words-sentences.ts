import type { Words } from '../phrase.ts'

/** How a thing came to be; {place} is a place's "within". */
export const origins: readonly Words[] = [
  'Found {place}, under a name nobody could read.|Gefunden {place}, unter einem Namen, den niemand lesen konnte.|Hallado {place}, bajo un nombre que nadie supo leer.|Trouvé {place}, sous un nom que nul ne savait lire.|{place}、誰にも読めない名の下で見つかった。|{place} 아무도 읽지 못한 이름 아래 발견되었다.|Encontrado {place}, sob um nome que ninguém soube ler.|Найдено {place} под именем, которое никто не смог прочесть.|{place}被发现，上面的名字无人能识。|{place}被發現，上面的名字無人能識。',
  'Made {place}, long before the flood.|Gefertigt {place}, lange vor der Flut.|Hecho {place}, mucho antes de la inundación.|Fabriqué {place}, bien avant le déluge.|洪水のはるか前に{place}作られた。|대홍수 훨씬 전에 {place} 만들어졌다.|Feito {place}, muito antes do dilúvio.|Сделано {place} задолго до потопа.|洪水之前，{place}制成。|洪水之前，{place}製成。',
  'Traded for a candle {place}.|Getauscht gegen eine Kerze {place}.|Cambiado por una vela {place}.|Échangé contre une bougie {place}.|{place}蝋燭一本と交換された。|{place} 초 한 자루와 맞바꾸었다.|Trocado por uma vela {place}.|Выменяно на свечу {place}.|{place}用一支蜡烛换来。|{place}用一支蠟燭換來。',
  'Those who keep watch {place} carry the same.|Wer Wache hält {place}, trägt das Gleiche.|Quienes vigilan {place} llevan lo mismo.|Ceux qui veillent {place} portent la même chose.|{place}見張る者は同じものを持つ。|{place} 망보는 이들은 같은 것을 지닌다.|Quem vigia {place} carrega o mesmo.|Стерегущие {place} носят то же самое.|{place}守夜之人都带着同样的一件。|{place}守夜之人都帶著同樣的一件。',
  'Left behind {place} by someone in a hurry.|Zurückgelassen {place} von jemandem in Eile.|Abandonado {place} por alguien con prisa.|Abandonné {place} par quelqu’un de pressé.|急いでいた誰かが{place}置き去りにした。|급히 떠난 누군가가 {place} 남기고 갔다.|Deixado {place} por alguém com pressa.|Оставлено {place} кем-то в спешке.|有人匆忙之中{place}遗落。|有人匆忙之中{place}遺落。',
  'Nobody {place} will name the last owner.|Niemand {place} verrät den letzten Besitzer.|Nadie {place} dirá quién fue el último dueño.|Personne {place} ne nommera le dernier propriétaire.|誰のものだったか、{place}語る者はいない。|누구의 것이었는지 {place} 말하는 이는 없다.|Ninguém {place} dirá quem foi o último dono.|Никто {place} не назовёт последнего хозяина.|{place}无人肯说它曾属于谁。|{place}無人肯說它曾屬於誰。',
]

/** The same for what is eaten, drunk or gathered. */
const consumableOrigins: readonly Words[] = [
  'A favorite {place}, for want of anything better.|Beliebt {place}, mangels Besserem.|Muy apreciado {place}, a falta de algo mejor.|Très apprécié {place}, faute de mieux.|{place}好まれている。ほかに何もないからだ。|더 나은 것이 없어 {place} 사랑받는다.|Muito apreciado {place}, na falta de coisa melhor.|Любимо {place} за неимением лучшего.|{place}颇受喜爱，只因别无选择。|{place}頗受喜愛，只因別無選擇。',
  'Sold on every corner {place}.|An jeder Ecke zu haben {place}.|Se vende en cada esquina {place}.|Se vend à tous les coins de rue {place}.|{place}どの角でも売られている。|{place} 골목마다 팔린다.|Vende-se em cada esquina {place}.|Продаётся на каждом углу {place}.|{place}随处有售。|{place}隨處有售。',
]

export const herbOrigins: readonly Words[] = [
  ...consumableOrigins,
  'Gathered before sunrise {place}.|Gesammelt vor Sonnenaufgang {place}.|Recogido antes del amanecer {place}.|Cueilli avant l’aube {place}.|夜明け前に{place}集められた。|해 뜨기 전에 {place} 모았다.|Colhido antes do nascer do sol {place}.|Собрано до рассвета {place}.|日出之前，{place}采集。|日出之前，{place}採集。',
]

export const recipeOrigins: readonly Words[] = [
  ...consumableOrigins,
  'The recipe was written down {place} and lost twice.|Das Rezept wurde {place} aufgeschrieben und zweimal verloren.|La receta se escribió {place} y se perdió dos veces.|La recette fut écrite {place} et perdue deux fois.|製法は{place}書き留められ、二度失われた。|조리법은 {place} 적혔고 두 번 잃어버렸다.|A receita foi escrita {place} e perdida duas vezes.|Рецепт записали {place} и дважды потеряли.|配方{place}写下，又丢失了两次。|配方{place}寫下，又丟失了兩次。',
]

/** What else is to be said of a thing, or of several. The first six also suit what is eaten. */
export const remarks: readonly Words[] = [
  'Always warm to the touch.|Fühlt sich immer warm an.|Al tocar, siempre se nota calor.|Toujours une chaleur sous la main.|いつ触れても温かい。|언제 만져도 따뜻하다.|Ao toque, sempre se sente calor.|На ощупь всегда тепло.|摸上去总是温的。|摸上去總是溫的。',
  'Rats keep their distance.|Ratten halten Abstand.|Las ratas guardan distancia.|Les rats gardent leurs distances.|鼠は近寄らない。|쥐들이 가까이 오지 않는다.|Os ratos mantêm distância.|Крысы держатся подальше.|老鼠避之不及。|老鼠避之不及。',
  'A faint smell of rain.|Ein leichter Geruch nach Regen.|Un leve olor a lluvia.|Une légère odeur de pluie.|かすかに雨の匂いがする。|희미하게 비 냄새가 난다.|Um leve cheiro de chuva.|Слабый запах дождя.|隐约有雨的气味。|隱約有雨的氣味。',
  'Handle with care.|Mit Vorsicht behandeln.|Trátese con cuidado.|À manier avec soin.|取り扱いに注意。|조심히 다룰 것.|Manuseie com cuidado.|Обращаться осторожно.|小心轻放。|小心輕放。',
  'Looks deceive, for the better.|Der Schein trügt, zum Guten.|Las apariencias engañan, para bien.|Les apparences trompent, en bien.|見た目よりも良い品。|보기보다 낫다.|As aparências enganam, para melhor.|Внешность обманчива — к лучшему.|比看上去更好。|比看上去更好。',
  'Looks deceive, for the worse.|Der Schein trügt, zum Schlechten.|Las apariencias engañan, para mal.|Les apparences trompent, en mal.|見た目よりも悪い品。|보기보다 못하다.|As aparências enganam, para pior.|Внешность обманчива — к худшему.|比看上去更差。|比看上去更差。',
  'The last owner counted every scratch.|Der letzte Besitzer zählte jeden Kratzer.|El último dueño contaba cada rasguño.|Le dernier maître comptait chaque rayure.|前の持ち主は傷をすべて数えていた。|마지막 주인은 흠집을 모두 세었다.|O último dono contava cada arranhão.|Прежний хозяин считал каждую царапину.|前任主人数过每一道划痕。|前任主人數過每一道劃痕。',
  'A hum rises whenever a bell is near.|Ein Summen ist zu hören, wenn eine Glocke nah ist.|Se oye un zumbido cuando hay una campana cerca.|On entend un bourdonnement près d’une cloche.|鐘が近いと唸りが聞こえる。|종이 가까우면 웅웅거리는 소리가 난다.|Ouve-se um zumbido quando há um sino por perto.|Когда рядом колокол, слышен гул.|靠近钟时会嗡鸣。|靠近鐘時會嗡鳴。',
  'A prayer is hidden somewhere, written very small.|Irgendwo steht ein Gebet, sehr klein geschrieben.|En algún lado hay una plegaria, escrita muy pequeña.|Une prière se cache quelque part, écrite en tout petit.|どこかに小さな祈りが記されている。|어딘가에 아주 작은 기도문이 적혀 있다.|Em algum canto há uma prece, escrita bem pequena.|Где-то мелко написана молитва.|某处写着极小的祷文。|某處寫著極小的禱文。',
  'Never meant to be taken away.|Niemand hätte das mitnehmen dürfen.|Nadie debió llevarse esto.|Personne n’aurait dû emporter cela.|持ち出されるはずのないものだった。|결코 떠나서는 안 될 물건이었다.|Ninguém deveria ter levado isto.|Никто не должен был это уносить.|它本不该离开。|它本不該離開。',
]

export const greetings: readonly Words[] = [
  'Mind the step.|Vorsicht, Stufe.|Cuidado con el escalón.|Attention à la marche.|足元に気をつけな。|발밑을 조심하게.|Cuidado com o degrau.|Осторожно, ступенька.|小心台阶。|小心臺階。',
  'Still breathing? Good for business.|Noch am Atmen? Gut fürs Geschäft.|¿Aún respiras? Bueno para el negocio.|Tu respires encore ? Bon pour les affaires.|まだ息があるか。商売にはいい。|아직 숨 쉬나? 장사엔 좋지.|Ainda respira? Bom para os negócios.|Ещё дышишь? Хорошо для торговли.|还有气？对生意是好事。|還有氣？對生意是好事。',
  'Coin first, then stories.|Erst die Münze, dann Geschichten.|Primero la moneda, luego los cuentos.|D’abord la pièce, ensuite les histoires.|まず金、話はそれからだ。|돈 먼저, 이야기는 나중에.|Primeiro a moeda, depois as histórias.|Сначала монета, потом байки.|先给钱，再讲故事。|先給錢，再講故事。',
  'I kept something back for you.|Ich habe dir etwas zurückgelegt.|Te he guardado algo.|Je t’ai gardé quelque chose.|お前のために取っておいた。|자네 몫을 남겨 두었네.|Guardei algo para você.|Я кое-что для тебя припрятал.|我给你留了样东西。|我給你留了樣東西。',
  'You smell of the fen.|Du riechst nach Moor.|Hueles a pantano.|Tu sens le marais.|沼の匂いがするな。|늪 냄새가 나는군.|Você cheira a brejo.|От тебя пахнет топью.|你身上有股沼泽味。|你身上有股沼澤味。',
  'No refunds after dark.|Nach Einbruch der Nacht kein Umtausch.|No hay devoluciones al anochecer.|Pas de retour après la nuit.|日暮れの後は返品お断り。|해가 지면 환불은 없네.|Sem devoluções depois de escurecer.|После заката возврата нет.|天黑后概不退换。|天黑後概不退換。',
]

/** What the faithful say, religion by religion. */
export const creeds: readonly Words[] = [
  'Leave a light burning for the one behind you.|Lass ein Licht brennen für den, der nach dir kommt.|Deja una luz encendida para quien viene detrás.|Laisse une lumière pour celui qui te suit.|後に続く者のために灯を残せ。|뒤따르는 이를 위해 불을 남겨라.|Deixe uma luz acesa para quem vem atrás.|Оставь свет тому, кто идёт следом.|为身后之人留一盏灯。|為身後之人留一盞燈。',
  'What the tide takes, it keeps well.|Was die Flut nimmt, verwahrt sie gut.|Lo que la marea se lleva, bien lo guarda.|Ce que la marée prend, elle le garde bien.|潮が奪うものは、よく守られる。|조수가 가져간 것은 잘 간직된다.|O que a maré leva, ela guarda bem.|Что взял прилив, то он хранит.|潮水取走之物，自会妥善保管。|潮水取走之物，自會妥善保管。',
  'Kneel first; the blade is lighter from below.|Knie zuerst; von unten ist die Klinge leichter.|Arrodíllate primero; desde abajo la hoja pesa menos.|Agenouille-toi d’abord ; d’en bas, la lame est plus légère.|まず跪け。下からの刃は軽い。|먼저 무릎 꿇어라. 아래에서는 칼날이 가볍다.|Ajoelhe-se primeiro; de baixo a lâmina é mais leve.|Сперва преклони колени: снизу клинок легче.|先跪下；从下方看，刀刃更轻。|先跪下；從下方看，刀刃更輕。',
  'Every flame deserves one who cannot resist it.|Jede Flamme verdient einen, der ihr nicht widersteht.|Toda llama merece a quien no la resista.|Toute flamme mérite qui ne lui résiste pas.|あらゆる炎には、抗えぬ者がふさわしい。|모든 불꽃에는 거부하지 못하는 이가 어울린다.|Toda chama merece quem não lhe resista.|Всякое пламя достойно того, кто не устоит.|每一朵火焰都配有一个无法抗拒它的人。|每一朵火焰都配有一個無法抗拒它的人。',
  'Dig, and something will answer.|Grab, und etwas wird antworten.|Cava y algo responderá.|Creuse, et quelque chose répondra.|掘れ、さすれば何かが応える。|파라, 그러면 무언가 답할 것이다.|Cave, e algo responderá.|Копай, и что-то отзовётся.|挖吧，总有什么会回应。|挖吧，總有什麼會回應。',
  'All debts burn the same color.|Alle Schulden brennen in derselben Farbe.|Todas las deudas arden del mismo color.|Toutes les dettes brûlent de la même couleur.|すべての借りは同じ色に燃える。|모든 빚은 같은 빛깔로 탄다.|Todas as dívidas ardem da mesma cor.|Все долги горят одним цветом.|所有的债都烧成同一种颜色。|所有的債都燒成同一種顏色。',
]

/** When a perk helps. */
export const conditions: readonly Words[] = [
  'below half health|unter halber Gesundheit|con menos de media salud|sous la moitié de la santé|体力が半分未満の間|체력이 절반 미만일 때|abaixo da metade da vida|при здоровье ниже половины|生命低于一半时|生命低於一半時',
  'with nothing in the off hand|mit leerer Nebenhand|con la mano secundaria vacía|la main secondaire vide|逆手が空の間|보조무기가 없을 때|com a mão secundária vazia|с пустой второй рукой|副手为空时|副手為空時',
  'for 4 seconds after a dodge|4 Sekunden lang nach dem Ausweichen|durante 4 segundos tras esquivar|pendant 4 secondes après une esquive|回避後4秒間|회피 후 4초 동안|por 4 segundos após esquivar|4 секунды после уклонения|闪避后4秒内|閃避後4秒內',
  'while standing still|im Stillstand|al permanecer quieto|à l’arrêt|静止している間|가만히 서 있는 동안|enquanto parado|стоя на месте|静止时|靜止時',
  'in the dark|im Dunkeln|en la oscuridad|dans le noir|暗闇で|어둠 속에서|no escuro|в темноте|黑暗中|黑暗中',
  'near an ally|in der Nähe von Verbündeten|cerca de un aliado|près d’un allié|味方のそばで|아군 근처에서|perto de um aliado|рядом с союзником|靠近盟友时|靠近盟友時',
  'against wounded foes|gegen verwundete Gegner|contra enemigos heridos|contre les ennemis blessés|傷ついた敵に対して|부상당한 적에게|contra inimigos feridos|против раненых врагов|对受伤的敌人|對受傷的敵人',
  'after a potion|nach einem Trank|tras una poción|après une potion|水薬を飲んだ後|물약을 마신 뒤|após uma poção|после зелья|饮用药水后|飲用藥水後',
  'with full stamina|bei voller Ausdauer|con el aguante lleno|endurance pleine|スタミナ満タンの間|기력이 가득할 때|com fôlego cheio|при полной выносливости|耐力全满时|耐力全滿時',
  'while crouching|beim Ducken|al agacharse|accroupi|しゃがんでいる間|웅크리고 있는 동안|agachado|пригнувшись|蹲伏时|蹲伏時',
]

/** Game texts of perks, skills, spells, bargains and workshops. */
export const rules = {
  perk: '{attribute} {value} {when}.|{attribute} {value} {when}.|{attribute} {value} {when}.|{attribute} {value} {when}.|{when}、{attribute} {value}。|{when} {attribute} {value}.|{attribute} {value} {when}.|{attribute} {value} {when}.|{when}，{attribute} {value}。|{when}，{attribute} {value}。',
  skill:
    'For {seconds} seconds: {attribute} {value}.|{seconds} Sekunden lang: {attribute} {value}.|Durante {seconds} segundos: {attribute} {value}.|Pendant {seconds} secondes : {attribute} {value}.|{seconds}秒間、{attribute} {value}。|{seconds}초 동안 {attribute} {value}.|Por {seconds} segundos: {attribute} {value}.|Секунд: {seconds}. {attribute} {value}.|{seconds}秒内，{attribute} {value}。|{seconds}秒內，{attribute} {value}。',
  spell:
    'Deals {damage} {element} damage.|Verursacht {damage} Schaden ({element}).|Inflige {damage} de daño ({element}).|Inflige {damage} dégâts ({element}).|{damage}の{element}ダメージを与える。|{damage}의 {element} 피해를 입힌다.|Causa {damage} de dano ({element}).|Наносит урон: {damage} ({element}).|造成{damage}点{element}伤害。|造成{damage}點{element}傷害。',
  heal: 'Restores {damage} health ({element}).|Stellt {damage} Gesundheit wieder her ({element}).|Restaura {damage} de salud ({element}).|Rend {damage} points de santé ({element}).|体力を{damage}回復する（{element}）。|체력을 {damage} 회복한다 ({element}).|Restaura {damage} de vida ({element}).|Восстанавливает здоровье: {damage} ({element}).|恢复{damage}点生命（{element}）。|恢復{damage}點生命（{element}）。',
  bargain:
    '{gain} {gainValue}. {loss} {lossValue}.|{gain} {gainValue}. {loss} {lossValue}.|{gain} {gainValue}. {loss} {lossValue}.|{gain} {gainValue}. {loss} {lossValue}.|{gain} {gainValue}。{loss} {lossValue}。|{gain} {gainValue}. {loss} {lossValue}.|{gain} {gainValue}. {loss} {lossValue}.|{gain} {gainValue}. {loss} {lossValue}.|{gain} {gainValue}。{loss} {lossValue}。|{gain} {gainValue}。{loss} {lossValue}。',
  upgrade:
    'Every brew and blade made here: {attribute} {value}.|Alles, was hier entsteht: {attribute} {value}.|Todo lo que se haga aquí: {attribute} {value}.|Tout ce qui est fait ici : {attribute} {value}.|ここで作るものすべて：{attribute} {value}。|여기서 만든 모든 것: {attribute} {value}.|Tudo o que for feito aqui: {attribute} {value}.|Всё, что сделано здесь: {attribute} {value}.|此处所制之物：{attribute} {value}。|此處所製之物：{attribute} {value}。',
  class:
    '{who}: trained {place}, paid nowhere.|{who}: ausgebildet {place}, bezahlt nirgends.|{who}: instrucción {place}, paga en ninguna parte.|{who} : formation {place}, solde nulle part.|{who}：{place}鍛えられ、報酬はどこにもない。|{who}: {place} 단련되었으나 보수는 어디에도 없다.|{who}: treino {place}, paga em lugar nenhum.|{who}: выучка {place}, жалованья нигде.|{who}：{place}受训，分文未得。|{who}：{place}受訓，分文未得。',
} satisfies Record<string, Words>

/** What a workshop does to an item, by type of service. */
export const serviceTexts = {
  craft:
    'Made here from raw materials: {what}.|Hier aus Rohstoffen hergestellt: {what}.|Se fabrica aquí con materias primas: {what}.|Se fabrique ici avec des matières premières : {what}.|素材からここで作る：{what}。|원자재로 여기서 만든다: {what}.|Fabrica-se aqui com matérias-primas: {what}.|Изготавливается здесь из сырья: {what}.|在此用原料制作：{what}。|在此用原料製作：{what}。',
  rebuild:
    'Taken apart and put together anew here: {what}.|Hier zerlegt und neu zusammengesetzt: {what}.|Se desmonta y se rearma aquí: {what}.|Se démonte et se remonte ici : {what}.|ここで分解して組み直す：{what}。|여기서 분해해 다시 짜 맞춘다: {what}.|Desmonta-se e remonta-se aqui: {what}.|Разбирается и собирается здесь заново: {what}.|在此拆开并重新组装：{what}。|在此拆開並重新組裝：{what}。',
  enhance:
    'Improved here with raw materials: {what}.|Hier mit Rohstoffen verbessert: {what}.|Se mejora aquí con materias primas: {what}.|S’améliore ici avec des matières premières : {what}.|素材を使ってここで強化する：{what}。|원자재로 여기서 강화한다: {what}.|Melhora-se aqui com matérias-primas: {what}.|Улучшается здесь с помощью сырья: {what}.|在此用原料强化：{what}。|在此用原料強化：{what}。',
  scrap:
    'Broken down here into raw materials: {what}.|Hier in Rohstoffe zerlegt: {what}.|Se reduce aquí a materias primas: {what}.|Se réduit ici en matières premières : {what}.|ここで素材に解体する：{what}。|여기서 원자재로 분해한다: {what}.|Reduz-se aqui a matérias-primas: {what}.|Разбирается здесь на сырьё: {what}.|在此拆解为原料：{what}。|在此拆解為原料：{what}。',
} satisfies Record<string, Words>

export const elements: Readonly<Record<string, Words>> = {
  Ember: 'ember|Glut|brasa|braise|熾火|잿불|brasa|жар|余烬|餘燼',
  Frost: 'frost|Frost|escarcha|givre|冷気|냉기|gelo|холод|冰霜|冰霜',
  Storm: 'storm|Sturm|tormenta|orage|雷|폭풍|tempestade|буря|风暴|風暴',
  Gloom: 'gloom|Düsternis|penumbra|ténèbres|闇|암흑|penumbra|мрак|幽暗|幽暗',
  Thorn: 'thorn|Dorn|espina|épine|茨|가시|espinho|терние|荆棘|荊棘',
  Bone: 'bone|Knochen|hueso|os|骨|뼈|osso|кость|骨|骨',
  Hymn: 'hymn|Hymne|himno|hymne|聖歌|찬가|hino|гимн|圣咏|聖詠',
  Lamp: 'lamplight|Lampenlicht|lumbre|lueur|灯火|등불|luz|свет лампы|灯火|燈火',
}

/** What an achievement asks for, by category. */
export const achievementTexts: Readonly<Record<string, Words>> = {
  arena:
    'Win {count} bouts in the pit.|Gewinne {count} Kämpfe in der Grube.|Gana {count} combates en el foso.|Remporte {count} combats dans la fosse.|闘技場で{count}回勝つ。|투기장에서 {count}번 승리하라.|Vença {count} lutas no fosso.|Побед в яме: {count}.|在斗场获胜{count}次。|在鬥場獲勝{count}次。',
  class:
    'Reach level {count} with the {who}.|Erreiche Stufe {count} als {who}.|Alcanza el nivel {count} como {who}.|Atteins le niveau {count} en tant que {who}.|{who}でレベル{count}に達する。|{who} 레벨 {count} 달성.|Alcance o nível {count} como {who}.|Достигни уровня {count} за класс «{who}».|{who}达到{count}级。|{who}達到{count}級。',
  community:
    'Escape together with friends {count} times.|Entkomme {count}-mal mit Freunden.|Escapa con amigos {count} veces.|Échappe-toi {count} fois avec des amis.|仲間と{count}回脱出する。|친구와 함께 {count}번 탈출하라.|Escape com amigos {count} vezes.|Спасись с друзьями, раз: {count}.|与好友一起逃离{count}次。|與好友一起逃離{count}次。',
  coreplay:
    'Climb out alive {count} times.|Steige {count}-mal lebend empor.|Sal con vida {count} veces.|Remonte vivant {count} fois.|{count}回生きて登り切る。|{count}번 살아서 올라오라.|Saia vivo {count} vezes.|Выберись живым, раз: {count}.|活着爬出{count}次。|活著爬出{count}次。',
  event:
    'Light {count} festival lamps.|Entzünde {count} Festlampen.|Enciende {count} lámparas de fiesta.|Allume {count} lampes de fête.|祭りの灯を{count}つともす。|축제 등불 {count}개를 밝혀라.|Acenda {count} lâmpadas de festa.|Зажги праздничных ламп: {count}.|点亮{count}盏节庆灯。|點亮{count}盞節慶燈。',
  feat: 'Fell {count} foes without a lamp.|Erlege {count} Gegner ohne Lampe.|Abate a {count} enemigos sin lámpara.|Terrasse {count} ennemis sans lampe.|灯なしで敵を{count}体倒す。|등불 없이 적 {count}마리를 쓰러뜨려라.|Abata {count} inimigos sem lâmpada.|Сразить врагов без лампы: {count}.|不带灯击倒{count}个敌人。|不帶燈擊倒{count}個敵人。',
  highroller:
    'Carry {count} pennies out of the Reach.|Trage {count} Pfennige aus dem Reach.|Saca {count} peniques del Confín.|Sors {count} deniers du Confin.|最果てから{count}枚の小銭を持ち帰る。|변방에서 동전 {count}개를 가지고 나오라.|Leve {count} moedas para fora do Confim.|Вынеси из Предела монет: {count}.|从空境带出{count}枚铜钱。|從空境帶出{count}枚銅錢。',
  item: 'Identify {count} {who}.|Bestimme {count} {who}.|Identifica {count} {who}.|Identifie {count} {who}.|{who}を{count}個鑑定する。|{who} {count}개를 감정하라.|Identifique {count} {who}.|Опознай {who}, всего: {count}.|鉴定{count}件{who}。|鑑定{count}件{who}。',
}

/** Items of a type, as an achievement counts them. */
export const itemsOfType: Readonly<Record<string, Words>> = {
  weapon: 'weapons|Waffen|armas|armes|武器|무기|armas|оружие|武器|武器',
  armor:
    'pieces of armor|Rüstungsteile|piezas de armadura|pièces d’armure|防具|방어구|peças de armadura|доспехи|护甲|護甲',
  accessory: 'accessories|Schmuckstücke|accesorios|accessoires|装身具|장신구|acessórios|украшения|饰品|飾品',
  utility: 'useful items|Hilfsmittel|utensilios|objets utiles|道具|도구|utensílios|снаряжение|道具|道具',
  misc: 'other finds|sonstige Funde|otros hallazgos|autres trouvailles|その他の品|기타 물품|outros achados|прочие находки|杂物|雜物',
}
