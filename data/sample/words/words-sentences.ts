import type { Words } from '../phrase.ts'

/** How a thing came to be; {place} is a place's "within". */
export const origins: readonly Words[] = [
  'Found {place}, under a name nobody could read.|Gefunden {place}, unter einem Namen, den niemand lesen konnte.|Hallado {place}, bajo un nombre que nadie supo leer.|Trouvé {place}, sous un nom que nul ne savait lire.|{place}、誰にも読めない名の下で見つかった。|{place} 아무도 읽지 못한 이름 아래 발견되었다.|Encontrado {place}, sob um nome que ninguém soube ler.|Найдено {place} под именем, которое никто не смог прочесть.|{place}被发现，上面的名字无人能识。|{place}被發現，上面的名字無人能識。',
  'Made {place}, long before the flood.|Gefertigt {place}, lange vor der Flut.|Hecho {place}, mucho antes de la inundación.|Fabriqué {place}, bien avant le déluge.|洪水のはるか前に{place}作られた。|대홍수 훨씬 전에 {place} 만들어졌다.|Feito {place}, muito antes do dilúvio.|Сделано {place} задолго до потопа.|洪水之前，{place}制成。|洪水之前，{place}製成。',
  'Traded for a candle {place}.|Getauscht gegen eine Kerze {place}.|Cambiado por una vela {place}.|Échangé contre une bougie {place}.|{place}蝋燭一本と交換された。|{place} 초 한 자루와 맞바꾸었다.|Trocado por uma vela {place}.|Выменяно на свечу {place}.|{place}用一支蜡烛换来。|{place}用一支蠟燭換來。',
  'Those who keep watch {place} carry one like it.|Wer Wache hält {place}, trägt eines wie dieses.|Quienes vigilan {place} llevan uno igual.|Ceux qui veillent {place} en portent un pareil.|{place}見張る者は同じものを持つ。|{place} 망보는 이들은 같은 것을 지닌다.|Quem vigia {place} carrega um igual.|Стерегущие {place} носят такое же.|{place}守夜之人都带着同样的一件。|{place}守夜之人都帶著同樣的一件。',
  'Left behind {place} by someone in a hurry.|Zurückgelassen {place} von jemandem in Eile.|Abandonado {place} por alguien con prisa.|Abandonné {place} par quelqu’un de pressé.|急いでいた誰かが{place}置き去りにした。|급히 떠난 누군가가 {place} 남기고 갔다.|Deixado {place} por alguém com pressa.|Оставлено {place} кем-то в спешке.|有人匆忙之中{place}遗落。|有人匆忙之中{place}遺落。',
  'Nobody {place} will say whose it was.|Niemand {place} verrät, wem es gehörte.|Nadie {place} dirá de quién fue.|Personne {place} ne dira à qui il était.|誰のものだったか、{place}語る者はいない。|누구의 것이었는지 {place} 말하는 이는 없다.|Ninguém {place} dirá de quem foi.|Никто {place} не скажет, чьё это было.|{place}无人肯说它曾属于谁。|{place}無人肯說它曾屬於誰。',
]

/** The same for what is eaten, drunk or gathered. */
export const provenances: readonly Words[] = [
  'A favourite {place}, for want of anything better.|Beliebt {place}, mangels Besserem.|Muy apreciado {place}, a falta de algo mejor.|Très apprécié {place}, faute de mieux.|{place}好まれている。ほかに何もないからだ。|더 나은 것이 없어 {place} 사랑받는다.|Muito apreciado {place}, na falta de coisa melhor.|Любимо {place} за неимением лучшего.|{place}颇受喜爱，只因别无选择。|{place}頗受喜愛，只因別無選擇。',
  'Sold by the handful {place}.|Wird händeweise verkauft {place}.|Se vende a puñados {place}.|Se vend par poignées {place}.|{place}一握りいくらで売られる。|{place} 한 줌씩 팔린다.|Vende-se aos punhados {place}.|Продаётся горстями {place}.|{place}论把出售。|{place}論把出售。',
  'Gathered before sunrise {place}.|Gesammelt vor Sonnenaufgang {place}.|Recogido antes del amanecer {place}.|Cueilli avant l’aube {place}.|夜明け前に{place}集められた。|해 뜨기 전에 {place} 모았다.|Colhido antes do nascer do sol {place}.|Собрано до рассвета {place}.|日出之前，{place}采集。|日出之前，{place}採集。',
  'The recipe was written down {place} and lost twice.|Das Rezept wurde {place} aufgeschrieben und zweimal verloren.|La receta se escribió {place} y se perdió dos veces.|La recette fut écrite {place} et perdue deux fois.|製法は{place}書き留められ、二度失われた。|조리법은 {place} 적혔고 두 번 잃어버렸다.|A receita foi escrita {place} e perdida duas vezes.|Рецепт записали {place} и дважды потеряли.|配方{place}写下，又丢失了两次。|配方{place}寫下，又丟失了兩次。',
]

/** How a thing is. The first six also suit what is eaten. */
export const lores: readonly Words[] = [
  'It is warmer than it should be.|Es ist wärmer, als es sein sollte.|Está más caliente de lo debido.|Il est plus chaud qu’il ne devrait.|あるべきよりも温かい。|마땅한 것보다 따뜻하다.|Está mais quente do que deveria.|Оно теплее, чем должно быть.|它比应有的温度更暖。|它比應有的溫度更暖。',
  'Rats avoid it.|Ratten meiden es.|Las ratas lo evitan.|Les rats l’évitent.|鼠はこれを避ける。|쥐들이 피한다.|Os ratos o evitam.|Крысы его избегают.|老鼠避之不及。|老鼠避之不及。',
  'It smells faintly of rain.|Es riecht leicht nach Regen.|Huele levemente a lluvia.|Il sent légèrement la pluie.|かすかに雨の匂いがする。|희미하게 비 냄새가 난다.|Cheira levemente a chuva.|Слегка пахнет дождём.|隐约有雨的气味。|隱約有雨的氣味。',
  'Keep it dry.|Trocken aufbewahren.|Manténgase seco.|À garder au sec.|濡らさないこと。|물에 젖지 않게 할 것.|Mantenha seco.|Беречь от влаги.|切勿受潮。|切勿受潮。',
  'Better than it looks.|Besser, als es aussieht.|Mejor de lo que parece.|Meilleur qu’il n’en a l’air.|見た目よりも良い品。|보기보다 낫다.|Melhor do que parece.|Лучше, чем кажется.|比看上去更好。|比看上去更好。',
  'Worse than it looks.|Schlechter, als es aussieht.|Peor de lo que parece.|Pire qu’il n’en a l’air.|見た目よりも悪い品。|보기보다 못하다.|Pior do que parece.|Хуже, чем кажется.|比看上去更差。|比看上去更差。',
  'The last owner counted every scratch.|Der letzte Besitzer zählte jeden Kratzer.|El último dueño contaba cada rasguño.|Le dernier maître comptait chaque rayure.|前の持ち主は傷をすべて数えていた。|마지막 주인은 흠집을 모두 세었다.|O último dono contava cada arranhão.|Прежний хозяин считал каждую царапину.|前任主人数过每一道划痕。|前任主人數過每一道劃痕。',
  'It hums when a bell is near.|Es summt, wenn eine Glocke nah ist.|Zumba cuando hay una campana cerca.|Il bourdonne près d’une cloche.|鐘が近いと唸る。|종이 가까우면 웅웅거린다.|Zumbe quando há um sino por perto.|Гудит, когда рядом колокол.|靠近钟时会嗡鸣。|靠近鐘時會嗡鳴。',
  'Someone scratched a prayer into it.|Jemand hat ein Gebet hineingeritzt.|Alguien grabó una plegaria en él.|Quelqu’un y a gravé une prière.|誰かが祈りを刻んでいる。|누군가 기도문을 새겨 놓았다.|Alguém riscou uma prece nele.|Кто-то выцарапал на нём молитву.|有人在上面刻下祷文。|有人在上面刻下禱文。',
  'It was never meant to leave.|Es sollte niemals fortgehen.|Nunca debió salir de allí.|Il n’aurait jamais dû partir.|持ち出されるはずのないものだった。|결코 떠나서는 안 될 물건이었다.|Nunca deveria ter saído.|Оно не должно было покидать это место.|它本不该离开。|它本不該離開。',
]

/** What the giver of a quest adds. */
export const voices: readonly Words[] = [
  'Ask nothing, and I pay double.|Frag nichts, und ich zahle doppelt.|No preguntes y pago el doble.|Ne demande rien et je paie double.|何も聞くな、倍払う。|묻지 않으면 두 배로 주지.|Não pergunte nada e pago em dobro.|Не спрашивай ни о чём — заплачу вдвойне.|别多问，我付双倍。|別多問，我付雙倍。',
  'My knees are too old for those stairs.|Meine Knie sind zu alt für die Treppe.|Mis rodillas ya no están para esas escaleras.|Mes genoux sont trop vieux pour cet escalier.|あの階段は膝に堪える。|저 계단은 내 무릎에 무리야.|Meus joelhos estão velhos para aquela escada.|Мои колени слишком стары для тех ступеней.|我这膝盖走不动那些台阶了。|我這膝蓋走不動那些臺階了。',
  'The last one I sent came back quiet.|Der Letzte, den ich schickte, kam stumm zurück.|El último que envié volvió callado.|Le dernier que j’ai envoyé est revenu muet.|前に送った者は黙って戻った。|지난번에 보낸 이는 말없이 돌아왔지.|O último que mandei voltou calado.|Последний, кого я послал, вернулся молчаливым.|上一个去的人回来后不再说话。|上一個去的人回來後不再說話。',
  'Before the lamps go out, if you can.|Bevor die Lampen ausgehen, wenn es geht.|Antes de que se apaguen las lámparas, si puedes.|Avant que les lampes s’éteignent, si possible.|できれば灯が消える前に。|가능하면 등불이 꺼지기 전에.|Antes que as lâmpadas se apaguem, se puder.|До того как погаснут лампы, если сможешь.|尽量赶在灯灭之前。|盡量趕在燈滅之前。',
  'I would not send a friend.|Einen Freund würde ich nicht schicken.|A un amigo no lo mandaría.|Je n’y enverrais pas un ami.|友なら行かせはしない。|친구라면 보내지 않았을 거야.|Eu não mandaria um amigo.|Друга я бы не послал.|若是朋友，我不会让他去。|若是朋友，我不會讓他去。',
  'Bring a rope.|Nimm ein Seil mit.|Lleva una cuerda.|Prends une corde.|縄を持っていけ。|밧줄을 챙겨라.|Leve uma corda.|Возьми верёвку.|带上绳子。|帶上繩子。',
  'They still owe me for the winter.|Die schulden mir noch den Winter.|Aún me deben el invierno.|Ils me doivent encore l’hiver.|冬の貸しがまだ残っている。|겨울 빚이 아직 남았거든.|Ainda me devem o inverno.|Они ещё за зиму мне должны.|他们还欠我一个冬天。|他們還欠我一個冬天。',
  'You will know it when you hear it.|Du wirst es erkennen, wenn du es hörst.|Lo sabrás cuando lo oigas.|Tu le sauras en l’entendant.|聞けば分かる。|들으면 알게 될 거야.|Você vai saber quando ouvir.|Услышишь — поймёшь.|听到你就明白了。|聽到你就明白了。',
]

/** What a quest asks for, by content type. */
export const errands: Readonly<Record<string, Words>> = {
  kill: 'Strike down {count} foes {place} ({what}).|Erschlage {count} Feinde {place} ({what}).|Derriba a {count} enemigos {place} ({what}).|Abats {count} ennemis {place} ({what}).|{place}敵を{count}体倒せ（{what}）。|{place} 적 {count}마리를 쓰러뜨려라 ({what}).|Derrube {count} inimigos {place} ({what}).|Срази врагов {place}: {count} ({what}).|{place}击倒{count}个敌人（{what}）。|{place}擊倒{count}個敵人（{what}）。',
  fetch:
    'Bring me {count} of what was lost {place} ({what}).|Bring mir {count} Stück von dem, was verloren ging {place} ({what}).|Tráeme {count} de lo que se perdió {place} ({what}).|Rapporte-moi {count} choses perdues {place} ({what}).|{place}失われたものを{count}個持ってこい（{what}）。|{place} 잃어버린 것을 {count}개 가져와라 ({what}).|Traga {count} do que se perdeu {place} ({what}).|Принеси потерянное {place}: {count} ({what}).|把遗落的东西带来{count}件，{place}可寻（{what}）。|把遺落的東西帶來{count}件，{place}可尋（{what}）。',
  explore:
    'Find the sealed room {place} and come back.|Finde den versiegelten Raum {place} und kehre zurück.|Encuentra la sala sellada {place} y regresa.|Trouve la salle scellée {place} et reviens.|{place}封じられた部屋を見つけて戻れ。|{place} 봉인된 방을 찾아 돌아와라.|Encontre a sala selada {place} e volte.|Найди запечатанную комнату {place} и вернись.|{place}找到封印之室并归来。|{place}找到封印之室並歸來。',
  props:
    'Light the {count} dead lamps {place}.|Entzünde die {count} toten Lampen {place}.|Enciende las {count} lámparas muertas {place}.|Allume les {count} lampes mortes {place}.|{place}消えた灯を{count}つともせ。|{place} 꺼진 등불 {count}개를 밝혀라.|Acenda as {count} lâmpadas mortas {place}.|Зажги погасшие лампы {place}: {count}.|{place}点亮{count}盏熄灯。|{place}點亮{count}盞熄燈。',
  escape:
    'Get out alive {count} times, starting {place}.|Entkomme {count}-mal lebend, Beginn {place}.|Escapa con vida {count} veces, empezando {place}.|Sors vivant {count} fois, en partant {place}.|{place}{count}回、生きて抜け出せ。|{place} {count}번 살아서 빠져나와라.|Saia vivo {count} vezes, começando {place}.|Выберись живым {place}, раз: {count}.|{place}活着逃出{count}次。|{place}活著逃出{count}次。',
  hold: 'Hold the stair {place} for {count} seconds.|Halte die Treppe {place} {count} Sekunden lang.|Defiende la escalera {place} durante {count} segundos.|Tiens l’escalier {place} pendant {count} secondes.|{place}階段を{count}秒守れ。|{place} 계단을 {count}초 동안 지켜라.|Defenda a escada {place} por {count} segundos.|Удерживай лестницу {place} секунд: {count}.|{place}守住阶梯{count}秒。|{place}守住階梯{count}秒。',
  use_item:
    'Use it {count} times {place} ({what}).|Benutze es {count}-mal {place} ({what}).|Úsalo {count} veces {place} ({what}).|Utilise-le {count} fois {place} ({what}).|{place}{count}回使え（{what}）。|{place} {count}번 사용해라 ({what}).|Use-o {count} vezes {place} ({what}).|Примени это {place}, раз: {count} ({what}).|{place}使用{count}次（{what}）。|{place}使用{count}次（{what}）。',
  damage:
    'Deal {count} damage {place} ({what}).|Füge {count} Schaden zu {place} ({what}).|Inflige {count} de daño {place} ({what}).|Inflige {count} dégâts {place} ({what}).|{place}{count}のダメージを与えよ（{what}）。|{place} 피해를 {count}만큼 입혀라 ({what}).|Cause {count} de dano {place} ({what}).|Нанеси урон {place}: {count} ({what}).|{place}造成{count}点伤害（{what}）。|{place}造成{count}點傷害（{what}）。',
}

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
  'All debts burn the same colour.|Alle Schulden brennen in derselben Farbe.|Todas las deudas arden del mismo color.|Toutes les dettes brûlent de la même couleur.|すべての借りは同じ色に燃える。|모든 빚은 같은 빛깔로 탄다.|Todas as dívidas ardem da mesma cor.|Все долги горят одним цветом.|所有的债都烧成同一种颜色。|所有的債都燒成同一種顏色。',
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
  service:
    '{verb}: {rarity}, {kind}.|{verb}: {rarity}, {kind}.|{verb}: {rarity}, {kind}.|{verb} : {rarity}, {kind}.|{verb}：{rarity}、{kind}。|{verb}: {rarity}, {kind}.|{verb}: {rarity}, {kind}.|{verb}: {rarity}, {kind}.|{verb}：{rarity}，{kind}。|{verb}：{rarity}，{kind}。',
  class:
    '{who}: trained {place}, paid nowhere.|{who}: ausgebildet {place}, bezahlt nirgends.|{who}: instrucción {place}, paga en ninguna parte.|{who} : formation {place}, solde nulle part.|{who}：{place}鍛えられ、報酬はどこにもない。|{who}: {place} 단련되었으나 보수는 어디에도 없다.|{who}: treino {place}, paga em lugar nenhum.|{who}: выучка {place}, жалованья нигде.|{who}：{place}受训，分文未得。|{who}：{place}受訓，分文未得。',
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
export const deeds: Readonly<Record<string, Words>> = {
  arena:
    'Win {count} bouts in the pit.|Gewinne {count} Kämpfe in der Grube.|Gana {count} combates en el foso.|Remporte {count} combats dans la fosse.|闘技場で{count}回勝つ。|투기장에서 {count}번 승리하라.|Vença {count} lutas no fosso.|Побед в яме: {count}.|在斗场获胜{count}次。|在鬥場獲勝{count}次。',
  class:
    'Reach level {count}: {who}.|Erreiche Stufe {count}: {who}.|Alcanza el nivel {count}: {who}.|Atteins le niveau {count} : {who}.|{who}でレベル{count}に達する。|{who} 레벨 {count} 달성.|Alcance o nível {count}: {who}.|Достигни уровня {count}: {who}.|{who}达到{count}级。|{who}達到{count}級。',
  community:
    'Escape together with friends {count} times.|Entkomme {count}-mal mit Freunden.|Escapa con amigos {count} veces.|Échappe-toi {count} fois avec des amis.|仲間と{count}回脱出する。|친구와 함께 {count}번 탈출하라.|Escape com amigos {count} vezes.|Спасись с друзьями, раз: {count}.|与好友一起逃离{count}次。|與好友一起逃離{count}次。',
  coreplay:
    'Climb out alive {count} times.|Steige {count}-mal lebend empor.|Sal con vida {count} veces.|Remonte vivant {count} fois.|{count}回生きて登り切る。|{count}번 살아서 올라오라.|Saia vivo {count} vezes.|Выберись живым, раз: {count}.|活着爬出{count}次。|活著爬出{count}次。',
  event:
    'Light {count} festival lamps.|Entzünde {count} Festlampen.|Enciende {count} lámparas de fiesta.|Allume {count} lampes de fête.|祭りの灯を{count}つともす。|축제 등불 {count}개를 밝혀라.|Acenda {count} lâmpadas de festa.|Зажги праздничных ламп: {count}.|点亮{count}盏节庆灯。|點亮{count}盞節慶燈。',
  feat: 'Fell {count} foes without a lamp.|Erlege {count} Gegner ohne Lampe.|Abate a {count} enemigos sin lámpara.|Terrasse {count} ennemis sans lampe.|灯なしで敵を{count}体倒す。|등불 없이 적 {count}마리를 쓰러뜨려라.|Abata {count} inimigos sem lâmpada.|Сразить врагов без лампы: {count}.|不带灯击倒{count}个敌人。|不帶燈擊倒{count}個敵人。',
  highroller:
    'Carry {count} pennies out of the Reach.|Trage {count} Pfennige aus dem Reach.|Saca {count} peniques del Confín.|Sors {count} deniers du Confin.|最果てから{count}枚の小銭を持ち帰る。|변방에서 동전 {count}개를 가지고 나오라.|Leve {count} moedas para fora do Confim.|Вынеси из Предела монет: {count}.|从空境带出{count}枚铜钱。|從空境帶出{count}枚銅錢。',
  item: 'Identify {count} finds of this kind: {who}.|Bestimme {count} Funde dieser Art: {who}.|Identifica {count} hallazgos de este tipo: {who}.|Identifie {count} trouvailles de ce genre : {who}.|{who}を{count}個鑑定する。|{who} {count}개를 감정하라.|Identifique {count} achados deste tipo: {who}.|Опознай находки ({who}): {count}.|鉴定{count}件此类物品：{who}。|鑑定{count}件此類物品：{who}。',
}
