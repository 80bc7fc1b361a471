// Shapes of what is used up, burnt, thrown and worked with, and of raw stuff. Names are those of `goods-pictures.ts`.
import type { Shape } from '../draw.ts'

export const goodsShapes: Readonly<Record<string, Shape>> = {
  flask: `
    grip M54 12 H74 V26 H54 Z
    cream- M52 24 H76 V30 H52 Z
    cream-- M56 30 H72 V52 Q100 62 100 88 Q98 118 64 118 Q30 118 28 88 Q28 62 56 52 Z
    glow O 64 88 42
    accent M34 82 Q48 74 64 82 Q80 90 94 82 Q96 112 64 113 Q32 112 34 82 Z
    accent+ M34 82 Q48 74 64 82 Q80 90 94 82 L94 86 Q80 94 64 86 Q48 78 34 86 Z
    accent++ O 52 98 4
    accent++ O 66 104 2.6
    accent++ O 74 96 3
    white M38 72 Q42 62 52 58 L54 62 Q46 66 42 76 Z`,
  vial: `turn 20 .94 0 0
    grip M54 6 H74 V24 H54 Z
    trim M50 22 H78 V32 H50 Z
    cream-- M52 32 H76 V108 Q74 122 64 122 Q54 122 52 108 Z
    accent M55 52 H73 V106 Q72 118 64 118 Q56 118 55 106 Z
    accent+ M55 52 H73 V57 H55 Z
    glow O 64 90 28
    cream M52 66 H76 V88 H52 Z
    trim- M58 72 H70 V75 H58 Z M58 79 H70 V82 H58 Z
    white M56 36 H59 V62 H56 Z`,
  phial: `
    trim~3 M50 26 Q64 36 78 26
    grip M55 6 H73 L71 22 H57 Z
    cream-- M56 22 H72 V38 L96 104 Q96 118 84 118 H44 Q32 118 32 104 L56 38 Z
    accent M47 74 H81 L91 104 Q91 113 84 113 H44 Q37 113 37 104 Z
    accent+ E 64 74 17 4
    glow O 64 98 32
    accent++ O 56 92 3
    accent++ O 70 86 2.4
    accent++ O 66 102 4
    white M57 40 L60 40 L44 92 L41 92 Z`,
  bread: `
    main- M14 78 Q10 48 44 36 Q84 24 106 46 Q122 66 112 86 Q94 102 60 102 Q22 102 14 78 Z
    main M14 74 Q12 46 44 35 Q84 24 106 46 Q118 62 112 76 Q90 94 58 94 Q22 94 14 74 Z
    main+ M40 42 Q34 54 46 64 L54 60 Q46 50 50 39 Z
    main+ M64 36 Q58 50 70 60 L78 56 Q70 46 74 35 Z
    main+ M86 38 Q82 48 92 58 L100 54 Q94 46 95 41 Z
    accent O 26 66 4
    accent O 34 78 3
    accent- O 58 78 3.4
    accent O 92 76 4
    accent- O 104 66 3
    accent O 76 84 3`,
  pie: `
    cream-- M16 84 H112 L100 108 Q64 118 28 108 Z
    main- M12 74 Q64 98 116 74 L114 86 Q64 108 14 86 Z
    main M12 74 Q14 40 64 36 Q114 40 116 74 Q64 96 12 74 Z
    main+ M24 62 Q36 46 60 42 L62 46 Q42 50 30 66 Z
    main--~4 M50 58 L46 74 M66 54 V74 M82 58 L84 74
    main++~3 M14 78 Q20 86 26 82 Q34 92 42 87 Q50 96 60 90 Q70 97 78 90 Q88 94 94 86 Q102 90 106 82 Q112 84 114 78
    white~2.4 M50 30 Q44 22 50 14 M66 28 Q60 18 66 10 M82 30 Q76 22 82 14`,
  bowl: `
    cream~2.4 M48 28 Q42 20 48 12 M64 26 Q58 16 64 8 M80 28 Q74 20 80 12
    main- M14 56 H114 Q112 96 84 110 H44 Q16 96 14 56 Z
    main+ M14 56 H30 Q32 92 52 110 H44 Q16 96 14 56 Z
    main-- E 64 56 50 14
    accent- E 64 58 44 11
    accent+ E 50 56 10 4
    accent+ E 78 61 8 3
    accent E 68 54 5 2.6
    grip M92 54 L116 20 L122 24 L100 58 Z
    main-- R 44 108 40 7`,
  biscuit: `
    main- O 54 58 38
    main O 54 55 37
    main+~3 M28 40 Q38 24 56 22
    main-- O 42 44 3
    main-- O 58 40 3
    main-- O 70 52 3
    main-- O 40 62 3
    main-- O 56 58 3
    main-- O 62 74 3
    main- M76 76 Q96 72 108 84 Q114 98 104 108 Q90 116 76 106 Q66 92 76 76 Z
    main M76 74 Q96 70 108 82 Q112 94 103 104 Q90 111 77 103 Q68 90 76 74 Z
    main-- O 88 86 2.6
    main-- O 96 94 2.6
    main-- O 84 96 2.6`,
  fish: `turn -20
    main- M92 64 L118 40 L112 64 L118 90 Z
    main M8 66 Q30 34 66 38 Q92 44 98 64 Q90 88 64 92 Q30 94 8 66 Z
    main+ M8 66 Q30 40 66 46 Q88 52 96 64 Q70 60 44 68 Q24 72 8 66 Z
    main- M48 38 Q62 18 78 26 L76 42 Z
    main-- M58 92 Q66 106 80 104 L78 88 Z
    main--~2 M34 50 Q42 66 34 82 M50 56 Q56 66 50 76 M64 54 Q70 66 64 78 M78 56 Q83 65 78 74
    cream O 22 60 5
    ink O 21 60 2.6`,
  cheese: `
    main- M12 82 L116 56 V88 L12 110 Z
    main+ M12 82 L78 28 Q106 34 116 56 Z
    main M12 82 L116 56 V66 L12 92 Z
    main-- E 38 96 8 5
    main-- E 66 86 6 6
    main-- E 94 80 9 6
    main-- E 82 96 4 3
    main- E 74 46 7 4
    main- E 88 56 5 3
    accent~3 M78 28 Q106 34 116 56`,
  fruit: `
    accent- M66 22 Q88 4 106 18 Q92 34 70 30 Z
    grip~4 M64 36 Q62 22 72 14
    main- O 44 62 26
    main O 42 60 23
    main- O 86 68 26
    main O 84 66 23
    main- O 62 92 26
    main O 60 90 23
    main++ E 34 50 7 5
    main++ E 76 56 7 5
    main++ E 52 80 7 5
    main--~2 M54 46 Q46 62 54 80 M94 50 Q88 66 96 84`,
  skewer: `turn 45 .94 0 0
    cream- R 61.5 -22 5 172
    cream+ M64 -30 L60 -18 H68 Z
    main O 64 14 18
    main-~4 M64 14 Q74 10 72 20 Q62 26 56 14 Q58 2 72 2
    accent O 64 48 15
    accent+ E 58 42 5 4
    main O 64 82 18
    main-~4 M64 82 Q74 78 72 88 Q62 94 56 82 Q58 70 72 70
    accent- R 50 104 28 18
    accent+ R 50 104 28 5`,
  cake: `
    main- M18 66 H110 V100 Q64 116 18 100 Z
    cream M14 62 Q16 40 64 40 Q112 40 114 62 V74 Q108 84 100 76 Q92 90 82 80 Q74 92 64 82 Q52 92 44 80 Q34 88 28 78 Q18 82 14 72 Z
    cream+ E 64 58 44 12
    main-- M18 90 Q64 106 110 90 V94 Q64 110 18 94 Z
    grip R 60 24 8 34
    grip+ R 60 24 3 34
    glow O 64 18 20
    accent M64 6 Q72 16 64 25 Q56 16 64 6 Z`,
  mug: `
    grip~9 M88 50 Q114 50 112 74 Q110 96 86 94
    main M26 38 H92 L88 112 Q58 120 30 112 Z
    main+ M26 38 H42 L44 115 Q36 114 30 112 Z
    main--~2 M56 44 V116 M72 44 L71 115
    trim M25 52 H92 L91 60 H26 Z
    trim M28 96 H90 L89 104 H29 Z
    cream M22 40 Q16 26 32 22 Q40 10 54 18 Q68 8 78 18 Q96 16 96 32 Q98 42 88 44 Q84 56 76 46 Q66 52 58 46 Q50 58 44 46 Q30 50 22 40 Z
    cream++ E 44 26 10 5`,
  bottle: `
    grip M56 4 H72 V20 H56 Z
    main- M54 18 H74 V44 Q92 54 92 72 V112 Q92 120 84 120 H44 Q36 120 36 112 V72 Q36 54 54 44 Z
    main+ M54 18 H60 V46 Q44 56 44 72 V118 Q36 120 36 112 V72 Q36 54 54 44 Z
    main-- R 54 26 20 5
    cream M36 72 H92 V102 H36 Z
    cream- M36 98 H92 V102 H36 Z
    accent M64 77 L72 87 L64 97 L56 87 Z
    trim~2 M42 78 H52 M42 84 H50 M42 90 H52 M76 78 H86 M78 84 H86 M76 90 H86
    white M78 54 Q86 60 86 68 H82 Q82 62 76 58 Z`,
  cup: `
    white~2.4 M50 30 Q44 22 50 12 M66 28 Q60 18 66 8
    main~7 M90 56 Q112 54 108 74 Q104 88 84 84
    main M24 46 H96 Q98 84 78 100 H42 Q22 84 24 46 Z
    main+ M24 46 H38 Q38 84 52 100 H42 Q22 84 24 46 Z
    main-- E 60 46 36 9
    accent E 60 48 31 6.5
    accent++ E 50 47 9 2.4
    trim M34 72 H88 L86 79 H36 Z
    main- E 60 106 50 8
    main E 60 103 50 7`,
  bandage: `
    cream- M60 34 Q112 30 116 56 L116 96 Q110 118 60 116 Z
    cream M22 54 Q24 34 60 34 Q96 34 98 54 V92 Q96 114 60 114 Q24 114 22 92 Z
    cream+ E 60 54 38 19
    cream- E 60 54 27 13
    cream E 60 54 19 9
    main-- E 60 54 9 4.4
    cream-~2 M24 72 Q60 96 97 74 M24 88 Q60 112 97 90
    cream+ M98 96 Q116 92 122 112 Q108 110 96 116 Z
    accent M53 82 H58 V77 H64 V82 H69 V88 H64 V93 H58 V88 H53 Z`,
  poultice: `
    main M26 52 H102 V104 Q98 116 64 116 Q30 116 26 104 Z
    main+ M26 52 H42 V113 Q28 110 26 104 Z
    cream M18 46 Q20 26 64 24 Q108 26 110 46 Q112 60 100 58 Q92 70 84 58 Q74 66 64 60 Q52 68 44 58 Q34 70 28 58 Q16 60 18 46 Z
    cream- M30 40 Q64 30 98 40 Q96 46 64 46 Q32 46 30 40 Z
    trim~4 M24 62 Q64 76 104 62
    accent M64 78 Q80 84 76 102 Q60 106 54 96 Q52 82 64 78 Z
    accent--~2 M58 100 Q64 90 70 84`,
  bomb: `turn 0 .94 -2 2
    trim~4 M76 34 Q84 16 100 20
    glow O 104 20 24
    accent+ M104 8 L107 16 L116 16 L109 22 L112 31 L104 26 L96 31 L99 22 L92 16 L101 16 Z
    trim M64 30 L88 38 L84 50 L62 44 Z
    main-- O 58 78 39
    main O 56 75 35
    main+ M28 66 Q32 46 54 42 Q40 52 36 70 Z
    accent- M42 84 Q58 66 64 88 Q74 76 80 92 Q70 108 56 106 Q42 100 42 84 Z
    accent M50 90 Q60 78 64 96 Q70 90 72 98 Q64 104 58 103 Q50 99 50 90 Z`,
  jar: `
    grip M42 14 H86 V26 H42 Z
    trim M38 24 H90 V34 H38 Z
    cream-- M40 34 H88 Q100 42 100 56 V106 Q98 120 84 120 H44 Q30 120 28 106 V56 Q28 42 40 34 Z
    glow O 64 80 46
    accent- M34 62 H94 V104 Q92 114 82 114 H46 Q36 114 34 104 Z
    accent M34 62 Q50 56 64 62 Q80 68 94 62 V70 Q80 76 64 70 Q50 64 34 70 Z
    accent++ O 52 86 5
    accent++ O 72 94 4
    accent++ O 76 78 3
    accent++ O 58 104 3
    white M34 50 Q36 44 42 42 L43 58 H34 Z`,
  pouch: `
    main M44 44 Q20 70 20 94 Q22 116 64 116 Q106 116 108 94 Q108 70 84 44 Z
    main+ M44 44 Q20 70 20 94 Q22 110 40 114 Q30 82 54 46 Z
    main- M40 42 Q30 22 42 16 Q52 24 64 16 Q76 24 86 16 Q98 22 88 42 Z
    trim~6 M42 44 Q64 52 86 44
    trim M80 46 L100 58 L94 64 L78 52 Z
    accent M52 84 L64 66 L76 84 L64 104 Z
    accent+ M52 84 L64 66 L64 104 Z
    main--~2 M84 60 Q94 76 94 96 M74 54 Q78 60 80 66`,
  net: `
    cream-~3 M20 30 Q64 60 108 30 M16 52 Q64 84 112 52 M22 76 Q64 106 106 76 M36 98 Q64 114 92 98
    cream~3 M28 18 Q30 76 56 116 M48 16 Q50 70 64 116 M80 16 Q78 70 64 116 M100 18 Q98 76 72 116
    main~5 M18 22 Q64 44 110 22
    trim O 18 26 7
    trim O 44 36 7
    trim O 84 36 7
    trim O 110 26 7
    trim O 64 116 7`,
  puff: `
    grip M56 88 Q54 110 46 118 H82 Q74 110 72 88 Z
    main- M18 70 Q18 30 64 26 Q110 30 110 70 Q96 94 64 94 Q32 94 18 70 Z
    main M18 66 Q20 30 64 26 Q108 30 110 66 Q92 82 64 82 Q36 82 18 66 Z
    accent O 42 52 8
    accent O 72 42 9
    accent O 90 62 6
    accent O 60 66 6
    glow O 36 24 12
    glow O 96 22 10
    glow O 110 44 8
    accent+ O 36 24 3
    accent+ O 96 22 2.6
    accent+ O 64 10 3
    accent+ O 112 42 2.4`,
  torch: `turn 24 .88 -2 6
    grip M56 52 H72 L68 132 H60 Z
    grip+ M56 52 H61 L63 132 H60 Z
    trim M50 50 H78 L74 66 H54 Z
    trim-~2.4 M53 56 L76 60
    glow O 64 24 52
    accent M64 -10 Q92 14 84 40 Q78 54 64 54 Q48 54 44 38 Q42 24 52 14 Q54 26 60 24 Q56 6 64 -10 Z
    accent++ M65 14 Q80 30 74 44 Q70 52 63 52 Q53 50 53 40 Q54 34 60 30 Q64 32 65 14 Z`,
  candle: `turn 0 .96 0 4
    trim- M22 102 Q64 90 106 102 L100 114 Q64 124 28 114 Z
    trim~6 M100 104 Q118 98 114 112 Q110 120 100 114
    main M46 46 H82 V104 Q64 112 46 104 Z
    main+ M46 46 H56 V107 Q50 106 46 104 Z
    main+ M44 48 Q46 40 64 40 Q82 40 84 48 Q86 62 80 62 Q76 58 76 66 Q76 80 70 78 Q66 72 66 60 Q58 54 56 68 Q52 74 48 66 Q46 58 44 58 Z
    grip~3 M64 44 V34
    glow O 64 22 42
    accent M64 2 Q78 18 72 30 Q64 38 56 30 Q50 18 64 2 Z
    accent++ M64 16 Q71 24 67 31 Q64 34 61 31 Q57 24 64 16 Z`,
  lantern: `
    trim~5 M44 30 Q44 6 64 6 Q84 6 84 30
    glow O 64 70 60
    trim M38 34 L50 22 H78 L90 34 V40 H38 Z
    main- M40 40 H88 L92 98 H36 Z
    accent- M46 44 H82 L85 94 H43 Z
    glow O 64 70 34
    accent M64 46 Q80 66 75 82 Q64 94 53 82 Q48 66 64 46 Z
    accent++ M64 62 Q72 74 68 84 Q64 88 60 84 Q56 74 64 62 Z
    main R 61.5 40 5 6
    main M38 40 H45 L42 98 H35 Z
    main- M90 40 H83 L86 98 H93 Z
    trim M30 96 H98 L104 110 H24 Z
    trim+ M30 96 H98 L100 101 H28 Z
    trim+ R 58 14 12 8`,
  'lantern bright': `
    trim~5 M44 32 Q44 8 64 8 Q84 8 84 32
    glow O 64 68 66
    trim M34 38 L50 22 H78 L94 38 V44 H34 Z
    trim+ M34 38 L50 22 H58 L44 38 Z
    main- M38 44 H90 L96 96 H32 Z
    accent- M44 46 H84 L89 92 H39 Z
    glow O 64 68 42
    accent M64 42 Q84 62 79 82 Q64 96 49 82 Q44 66 54 58 Q58 64 60 60 Q58 52 64 42 Z
    accent++ M64 58 Q75 72 70 84 Q64 90 58 84 Q53 74 64 58 Z
    main M36 44 H44 L39 96 H31 Z
    main- M92 44 H84 L89 96 H97 Z
    trim M26 94 H102 L108 112 H20 Z
    trim+ M26 94 H102 L104 100 H24 Z
    accent O 64 103 4
    trim+| M64 4 L70 12 L64 20 Z
    accent+ M14 40 L17 47 L24 50 L17 53 L14 60 L11 53 L4 50 L11 47 Z
    accent+ M114 26 L116 32 L122 34 L116 36 L114 42 L112 36 L106 34 L112 32 Z`,
  trap: `
    main-- E 64 84 52 26
    main E 64 80 52 26
    ink E 64 80 42 19
    main- O 64 82 14
    accent O 64 80 6
    main+ M12 78 L16 40 L26 66 L32 30 L42 62 L50 26 L58 60 L64 24 L70 60 L78 26 L86 62 L96 30 L102 66 L112 40 L116 78 Q108 60 64 58 Q20 60 12 78 Z
    main- M64 24 L70 60 L78 26 L86 62 L96 30 L102 66 L112 40 L116 78 Q108 60 64 58 Z
    main+~3 M14 88 Q30 112 64 112 Q98 112 114 88
    trim~5 M64 106 V120 H88
    trim~5 M88 120 O 98 118 6`,
  snare: `
    grip M20 26 L30 24 L34 116 H22 Z
    grip- M98 26 L108 24 L106 116 H94 Z
    cream~2.4 M28 34 Q64 44 100 34
    cream~2.4 M64 40 V54
    main M46 88 Q50 54 64 54 Q78 54 82 88 L88 96 H40 Z
    main+ M46 88 Q50 56 60 54 Q56 70 56 96 H40 Z
    trim R 40 94 48 6
    accent O 64 104 7
    cream~2.4 M24 110 Q64 122 104 110`,
  spikes: `
    grip M10 84 L30 68 H118 L100 92 V106 H10 Z
    grip- M10 88 H100 V106 H10 Z
    grip+ M10 84 L30 68 H118 L102 88 H10 Z
    main| M24 84 L30 40 L38 84 Z
    main M46 84 L52 30 L60 84 Z
    main M68 84 L74 34 L82 84 Z
    main- M44 76 L50 36 L56 76 Z
    main+ M30 40 L24 84 L30 84 Z
    main+ M52 30 L46 84 L52 84 Z
    main+ M74 34 L68 84 L74 84 Z
    accent O 52 34 3
    accent O 74 38 3
    trim++ O 18 97 3
    trim++ O 92 97 3`,
  lockpick: `turn 45 .86 0 0
    main~7 M50 132 V10 Q50 -2 60 -2
    main+~2.4 M48 130 V10
    main~7 M78 132 V4
    main~5 M78 4 Q84 10 78 16 Q84 22 78 28
    trim O 50 132 12
    ink O 50 132 5
    trim O 78 132 12
    ink O 78 132 5`,
  rope: `
    main~12 E 64 62 40 34
    main-~12 E 64 72 40 34
    main~12 E 64 82 36 30
    main+~2.4 M30 46 L38 54 M46 34 L52 44 M66 30 L68 41 M86 36 L84 46 M100 52 L92 56 M30 96 L38 90 M50 110 L54 100 M76 110 L74 100 M96 98 L90 90
    accent~6 M58 24 L70 44 M70 24 L58 44
    main~10 M96 92 Q112 100 116 116
    main+~2.4 M100 92 L108 98 M106 100 L114 108`,
  spade: `turn 45 .84 2 -2
    grip R 60 -8 8 90
    grip+ R 60 -8 3 90
    grip~7 M48 -16 H80 M52 -16 L60 -2 M76 -16 L68 -2
    main+ M42 78 H64 V136 Q46 122 42 100 Z
    main- M64 78 H86 V100 Q82 122 64 136 Z
    main-- R 61 78 6 34
    trim M54 66 H74 V82 H54 Z`,
  hammer: `turn 40 .84 -2 2
    grip M60 30 H70 L72 136 H58 Z
    grip+ M60 30 H63 L62 136 H58 Z
    main M26 4 H92 V36 H26 Z
    main+ M26 4 H92 V11 H26 Z
    main- M26 29 H92 V36 H26 Z
    main M92 8 L116 22 L92 34 Z
    main-- M18 0 H30 V40 H18 Z
    trim M56 0 H74 V42 H56 Z
    trim+ R 57 118 16 6`,
  line: `
    grip M22 14 L32 10 L92 110 L84 116 Z
    grip+ M22 14 L26 12 L87 114 L84 116 Z
    cream~2 M28 14 Q100 20 102 72
    main~4 M102 72 V92 Q102 108 88 106 Q80 102 82 94
    main M82 90 L76 100 L88 98 Z
    trim O 62 74 13
    cream O 62 74 9
    trim-- O 62 74 4
    accent O 102 70 6`,
  stick: `turn 40 .9 0 0
    main M50 6 H78 V120 H50 Z
    main+ M50 6 H60 V120 H50 Z
    main+ E 64 6 14 6
    main- M50 116 L56 130 L64 122 L70 132 L78 116 Z
    accent M50 60 H78 V96 H50 Z
    accent+ M50 60 H60 V96 H50 Z
    accent--~2 M54 70 H74 M54 78 H74 M54 86 H74`,
  spyglass: `turn 45 .9 0 0
    trim R 46 -14 36 12
    main M48 -2 H80 V42 H48 Z
    main+ M48 -2 H57 V42 H48 Z
    trim R 46 40 36 10
    main M52 50 H76 V92 H52 Z
    main+ M52 50 H59 V92 H52 Z
    trim R 50 90 28 9
    main M56 99 H72 V132 H56 Z
    main+ M56 99 H61 V132 H56 Z
    trim R 54 130 20 9
    accent+ E 64 -14 18 6
    accent++ E 58 -15 7 2.4`,
  whistle: `
    trim~4 M20 24 Q32 10 46 24 Q54 36 64 46
    main M30 52 H112 V68 H90 Q92 104 60 104 Q28 104 28 74 Q28 60 40 52 Z
    main+ M40 52 H112 V57 H42 Q34 62 32 72 Q26 60 40 52 Z
    main-- O 60 76 18
    accent O 62 80 9
    ink M78 52 H96 V60 H84 Z
    trim O 42 50 8`,
  still: `
    main- M20 64 Q20 46 36 42 H60 Q74 46 74 64 V96 Q72 114 47 114 Q22 114 20 96 Z
    main+ M20 64 Q20 46 36 42 L40 42 Q30 52 32 112 Q22 108 20 96 Z
    main M38 42 Q38 22 50 20 Q60 14 78 22 L108 50 L102 58 L74 34 Q60 30 58 42 Z
    trim R 20 60 54 7
    trim R 34 38 28 7
    cream-- M88 66 H116 L122 104 Q120 114 102 114 Q84 114 82 104 Z
    accent M86 88 H118 L119 104 Q116 110 102 110 Q88 110 85 104 Z
    accent+ O 105 62 3
    accent O 47 122 4
    accent M30 120 Q36 112 42 122 Z M54 122 Q60 112 66 120 Z`,
  kit: `
    main M18 46 H110 V104 Q64 112 18 104 Z
    main- M18 86 H110 V104 Q64 112 18 104 Z
    main+ M18 46 H110 V54 H18 Z
    grip R 26 46 10 60
    grip R 92 46 10 60
    trim O 31 76 5
    trim O 97 76 5
    cream R 48 22 6 34
    accent M44 8 L58 8 L56 26 H46 Z
    main++ M64 10 L72 30 V54 H64 Z
    grip R 62 42 12 14
    trim~4 M84 12 V54
    trim O 84 14 5
    grip- M42 52 H86 V62 H42 Z`,
  brush: `turn 45 .94 0 0
    main M56 -16 H72 L70 66 H58 Z
    main+ M56 -16 H61 L62 66 H58 Z
    trim M50 64 H78 V82 H50 Z
    trim-~2 M50 70 H78 M50 76 H78
    cream M48 82 H80 Q84 112 64 140 Q44 112 48 82 Z
    cream-~2 M56 84 Q54 108 62 132 M64 84 V130 M72 84 Q74 108 66 132
    accent- M54 118 Q64 124 74 118 Q70 132 64 140 Q58 132 54 118 Z`,
  lead: `turn 0 .96 0 2
    cream-~4 M64 6 Q86 14 66 26 Q46 36 64 46
    trim~6 O 64 44 8
    main M52 50 H76 L92 106 Q90 120 64 120 Q38 120 36 106 Z
    main+ M52 50 H58 L48 117 Q38 114 36 106 Z
    main- M76 50 L92 106 Q90 118 72 120 L66 50 Z
    accent~3 M44 82 H84 M40 98 H88
    trim R 50 50 28 6`,
  campfire: `
    grip- M12 98 L100 112 L98 122 L10 108 Z
    grip M116 96 L28 114 L30 124 L118 106 Z
    grip+ O 14 103 6
    grip+ O 114 101 6
    glow O 64 66 62
    accent M64 8 Q98 42 92 78 Q86 104 64 104 Q40 104 36 78 Q34 60 48 46 Q52 60 58 56 Q52 32 64 8 Z
    accent+ M66 42 Q86 64 80 84 Q74 102 63 102 Q48 100 48 84 Q48 74 58 66 Q64 70 66 42 Z
    accent++ M64 72 Q74 84 70 94 Q64 102 58 94 Q54 84 64 72 Z`,
  wheel: `turn 0 .95 0 0
    grip R 60 88 8 36
    trim+ M58 8 H70 L66 22 H62 Z
    main M34 24 H94 L98 34 H30 Z
    main- R 36 34 56 44
    main+ R 36 34 12 44
    trim M36 44 H92 V68 H36 Z
    accent M42 52 Q48 46 54 52 Q60 58 66 52 Q72 46 78 52 Q84 58 88 54 V60 Q82 64 76 58 Q72 54 66 58 Q60 64 54 58 Q48 54 42 60 Z
    main M30 78 H98 L92 90 H36 Z
    cream~2.4 M92 62 Q116 70 112 92
    trim O 112 96 7
    trim+ R 56 118 16 7`,
  ladder: `turn 12
    grip| M34 4 H44 V124 H34 Z
    grip+ M34 4 H38 V124 H34 Z
    main R 40 18 48 8
    main R 40 40 48 8
    main R 40 62 48 8
    main R 40 84 48 8
    main R 40 106 48 8
    trim| O 39 66 4
    trim| O 39 22 3
    trim| O 39 110 3`,
  seal: `
    grip M52 8 Q64 0 76 8 Q80 26 72 40 L76 58 H52 L56 40 Q48 26 52 8 Z
    grip+ M52 8 Q58 4 62 4 Q56 26 62 58 H52 L56 40 Q48 26 52 8 Z
    trim M46 56 H82 V68 H46 Z
    red- M22 96 Q18 80 38 78 Q50 70 64 76 Q82 70 92 80 Q110 82 106 98 Q106 114 86 112 Q66 122 46 114 Q24 116 22 96 Z
    red M30 94 Q30 84 46 84 Q64 78 82 84 Q98 86 98 96 Q96 106 80 106 Q64 112 48 106 Q32 106 30 94 Z
    accent~3 M64 86 V104 M54 92 L74 100 M74 92 L54 100`,
  bellows: `turn 40 .86 2 -2
    grip~7 M50 -14 V14 M78 -14 V14
    main M64 6 Q100 14 96 54 Q92 88 72 104 H56 Q36 88 32 54 Q28 14 64 6 Z
    main+ M64 6 Q28 14 32 54 Q36 88 56 104 H60 Q42 82 42 54 Q42 22 64 6 Z
    main--~2 M40 60 Q64 72 88 60 M46 76 Q64 86 82 76
    trim O 64 40 13
    trim- O 64 40 7
    trim M56 100 H72 L68 132 H60 Z
    glow O 64 138 16`,
  box: `
    main M14 50 L64 34 L114 50 V96 L64 116 L14 96 Z
    main+ M14 50 L64 34 L114 50 L64 68 Z
    main- M64 68 L114 50 V96 L64 116 Z
    trim M22 53 L30 50 V104 L22 100 Z
    trim M58 66 H70 V114 L64 116 L58 114 Z
    trim- M98 56 L106 53 V100 L98 103 Z
    trim+ M56 64 H72 V84 H56 Z
    ink O 64 74 3
    ink M62.5 74 H65.5 V81 H62.5 Z
    accent~2.4 M38 50 L64 42 L90 50`,
  gem: `
    glow O 64 64 62
    accent- M34 26 H94 L118 54 L64 114 L10 54 Z
    accent M34 26 L44 54 L64 114 L10 54 Z
    accent+ M34 26 H94 L84 54 H44 Z
    accent++ M34 26 L64 26 L44 54 Z
    accent M44 54 H84 L64 114 Z
    accent-- M84 54 L118 54 L64 114 Z
    white M24 48 L36 32 L38 38 L30 50 Z`,
  shard: `turn 14
    glow O 64 64 62
    accent M60 -2 L84 34 L74 112 L56 122 L44 46 Z
    accent++ M60 -2 L62 40 L56 122 L44 46 Z
    accent- M60 -2 L84 34 L62 40 Z
    accent-- M84 34 L74 112 L62 40 Z
    accent- M40 64 L50 112 L36 122 L24 92 Z
    accent+ M40 64 L38 94 L36 122 L24 92 Z
    accent M86 74 L104 90 L98 116 L82 120 L80 96 Z
    accent+ M86 74 L90 98 L82 120 L80 96 Z`,
  'round gem': `
    glow O 64 64 60
    accent-- O 64 66 42
    accent- O 62 64 38
    accent O 58 60 29
    accent+ O 54 55 18
    white E 48 46 10 6
    accent++~2 M34 82 Q48 100 72 98
    accent+~2 M46 74 Q64 60 82 76`,
  ore: `
    main-- M14 92 L24 56 L50 30 L84 28 L108 54 L116 92 L96 112 H34 Z
    main M24 56 L50 30 L64 62 L40 78 Z
    main- M50 30 L84 28 L92 58 L64 62 Z
    main-- M84 28 L108 54 L92 58 Z
    main- M14 92 L24 56 L40 78 L44 112 H34 Z
    main-- M40 78 L64 62 L92 58 L108 54 L116 92 L96 112 H44 Z
    accent M36 60 L48 50 L54 62 L44 70 Z
    accent+ M36 60 L48 50 L46 62 Z
    accent M68 42 L82 38 L84 52 L72 54 Z
    accent+ M68 42 L82 38 L76 47 Z
    accent M64 78 L84 72 L90 88 L72 98 L60 90 Z
    accent+ M64 78 L84 72 L72 84 L60 90 Z
    accent- M98 72 L106 80 L98 90 Z
    accent- M28 88 L36 86 L38 98 L30 100 Z`,
  ingot: `
    accent-- M10 100 L24 74 H68 L80 100 Z
    accent M24 74 H68 L62 82 H30 Z
    accent- M10 100 L24 74 L30 82 L20 100 Z
    accent-- M50 100 L64 74 H106 L120 100 Z
    accent M64 74 H106 L100 82 H70 Z
    accent- M50 100 L64 74 L70 82 L60 100 Z
    accent-- M28 66 L42 36 H90 L104 66 Z
    accent+ M42 36 H90 L84 45 H48 Z
    accent M28 66 L42 36 L48 45 L38 66 Z
    accent- M38 66 L48 45 H84 L94 66 Z
    accent++ M54 50 H78 L82 60 H50 Z
    accent- M58 52 H74 L77 58 H55 Z`,
  'herb leaf': `
    grip~5 M64 122 Q62 80 66 30
    main M66 40 Q60 14 76 4 Q90 24 66 46 Z
    main M64 60 Q34 58 24 34 Q52 32 64 56 Z
    main+ M64 60 Q40 50 24 34 Q34 56 64 60 Z
    main- M66 56 Q70 30 102 26 Q98 52 68 60 Z
    main M64 86 Q32 90 16 68 Q42 58 64 80 Z
    main+ M64 86 Q38 82 16 68 Q30 90 64 86 Z
    main- M64 82 Q76 58 112 60 Q102 86 66 88 Z
    main M64 108 Q46 114 34 102 Q48 92 64 102 Z
    main- M64 106 Q76 92 94 96 Q84 110 64 110 Z
    accent~2.4 M64 122 Q62 80 66 30`,
  'herb flower': `
    grip~5 M64 124 Q58 92 64 54
    main M62 98 Q34 100 26 78 Q52 76 62 94 Z
    main- M62 108 Q88 106 98 84 Q72 84 62 102 Z
    accent M64 50 Q40 40 46 14 Q66 14 64 44 Z
    accent- M64 50 Q62 22 86 14 Q94 40 66 48 Z
    accent M62 52 Q34 58 20 38 Q38 24 60 46 Z
    accent- M66 52 Q94 60 108 38 Q92 24 68 46 Z
    accent+ M62 54 Q48 76 28 68 Q30 50 58 50 Z
    accent-- M66 54 Q82 76 100 66 Q96 50 70 50 Z
    glow O 64 48 20
    trim+ O 64 48 9
    trim O 65 50 6`,
  'herb cap': `
    cream M58 56 H70 Q70 94 78 118 H50 Q58 94 58 56 Z
    cream- M66 56 H70 Q70 94 78 118 H66 Z
    accent- M22 58 Q28 14 64 12 Q100 14 106 58 Q84 70 64 68 Q44 70 22 58 Z
    accent M22 54 Q28 14 64 12 Q86 14 98 34 Q74 62 22 54 Z
    cream O 46 38 6
    cream O 70 28 5
    cream O 82 50 6
    cream O 58 54 4
    cream- M94 88 H100 Q100 106 104 116 H90 Q94 106 94 88 Z
    accent M78 90 Q82 66 97 66 Q112 66 116 90 Q98 98 78 90 Z
    main| M30 118 Q18 100 26 84 Q38 100 34 118 Z`,
  hide: `
    main M26 14 L44 26 Q64 18 84 26 L102 14 L112 30 L96 46 Q92 64 96 82 L114 100 L100 114 L82 100 Q72 104 68 120 H60 Q56 104 46 100 L28 114 L14 100 L32 82 Q36 64 32 46 L16 30 Z
    main+ M42 38 Q64 30 86 38 Q80 64 86 88 Q64 82 42 88 Q48 64 42 38 Z
    main- M64 34 Q76 34 86 38 Q80 64 86 88 Q76 85 64 85 Z
    main--~2 M64 36 V84
    accent~2.4 M52 48 Q54 54 50 58 M76 48 Q74 54 78 58 M54 66 Q56 72 52 76 M74 66 Q72 72 76 76`,
  silk: `
    trim M30 8 H98 V22 H30 Z
    trim M30 106 H98 V120 H30 Z
    grip R 40 22 48 84
    main M34 26 H94 Q100 64 94 102 H34 Q28 64 34 26 Z
    main+ M34 26 H48 Q42 64 48 102 H34 Q28 64 34 26 Z
    main- M82 26 H94 Q100 64 94 102 H82 Q88 64 82 26 Z
    main++~1.6 M32 38 H96 M31 50 H97 M31 62 H97 M31 74 H97 M32 86 H96
    accent~3 M94 92 Q116 96 112 116`,
}
