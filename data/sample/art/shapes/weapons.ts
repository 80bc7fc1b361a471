// One shape for each kind of weapon, by its noun.
import type { Shape } from '../draw.ts'

export const weaponShapes: Readonly<Record<string, Shape>> = {
  Blade: `turn 45
    main+ M64 -8 L55 8 L56 86 L64 86 Z
    main- M64 -8 L73 8 L72 86 L64 86 Z
    main-- M62.5 10 L65.5 10 L65 78 L63 78 Z
    grip R 59 92 10 30
    grip--~2 M59 98 L69 101 M59 105 L69 108 M59 112 L69 115
    trim M38 82 Q64 92 90 82 L92 90 Q64 98 36 90 Z
    trim+ O 64 127 8
    accent O 64 127 3.5`,
  Falchion: `turn 45 .95 -3 3
    main M56 88 L54 30 Q54 0 80 -10 Q90 20 78 50 Q72 70 73 88 Z
    main+ M80 -10 Q90 20 78 50 Q72 70 73 88 L69 88 Q67 66 73 46 Q82 18 80 -10 Z
    main-- M60 84 L59 34 Q60 20 66 10 L68 14 Q63 24 63 36 L64 84 Z
    grip R 59 92 11 28
    grip--~2 M59 98 L70 101 M59 106 L70 109 M59 114 L70 117
    trim M44 84 L88 84 Q92 92 84 93 L48 93 Q40 96 44 84 Z
    trim+ M56 118 Q64 114 74 118 L78 128 Q64 136 54 128 Z`,
  Estoc: `turn 45
    main+ M64 -16 L60 6 L60 84 L64 84 Z
    main- M64 -16 L68 6 L68 84 L64 84 Z
    grip R 60 88 8 34
    trim~4 M64 84 Q38 84 42 106 Q48 118 60 118
    trim~3 M64 84 Q86 84 88 96
    trim+ M46 80 H82 V87 H46 Z
    trim+ O 64 126 7
    accent O 64 126 3`,
  Longsword: `turn 45 .96 0 0
    main+ M64 -20 L56 -6 L57 78 L64 78 Z
    main- M64 -20 L72 -6 L71 78 L64 78 Z
    main-- M62.5 0 L65.5 0 L65 56 L63 56 Z
    grip R 59.5 86 9 40
    grip--~2 M59 94 L69 97 M59 102 L69 105 M59 110 L69 113 M59 118 L69 121
    trim M30 74 L98 74 L102 80 L94 86 L34 86 L26 80 Z
    trim+ M54 70 H74 V88 H54 Z
    accent M64 73 L70 79 L64 85 L58 79 Z
    trim+ M56 126 L72 126 L76 134 L64 142 L52 134 Z`,
  Greatsword: `turn 45 .94 0 0
    main+ M64 -24 L50 -6 L52 62 L46 70 L54 76 L54 82 L64 82 Z
    main- M64 -24 L78 -6 L76 62 L82 70 L74 76 L74 82 L64 82 Z
    main-- M60 -2 H68 L67 72 H61 Z
    accent~2 M64 4 V20 M64 28 V40
    grip R 59 90 10 36
    grip--~2 M59 98 L69 101 M59 106 L69 109 M59 114 L69 117
    trim M28 88 Q30 78 40 80 L88 80 Q98 78 100 88 Q94 84 88 90 L40 90 Q34 84 28 88 Z
    trim+ O 64 132 9
    accent O 64 132 4`,
  Dirk: `turn 45
    main+ M64 0 L53 34 L54 78 L64 78 Z
    main- M64 0 L75 34 L74 78 L64 78 Z
    grip M58 84 L70 84 L68 116 L60 116 Z
    grip--~2 M59 92 H69 M59 100 H69 M60 108 H68
    trim M46 78 Q64 70 82 78 L80 87 Q64 82 48 87 Z
    trim+ M54 116 Q64 110 74 116 Q74 126 64 127 Q54 126 54 116 Z`,
  Stiletto: `turn 45
    main+ M64 -8 L59 70 L64 74 Z
    main- M64 -8 L69 70 L64 74 Z
    trim M42 74 L86 74 L86 81 L42 81 Z
    trim+ O 42 77.5 5.5
    trim+ O 86 77.5 5.5
    grip M60 82 Q56 98 60 114 L68 114 Q72 98 68 82 Z
    grip--~2 M59 90 H69 M58 98 H70 M59 106 H69
    trim+ O 64 121 8
    accent O 64 121 4`,
  'Flensing Knife': `turn 45
    main M58 82 L56 40 Q54 14 86 -2 Q76 26 78 52 Q78 70 70 82 Z
    main+ M86 -2 Q76 26 78 52 Q78 70 70 82 L66 82 Q73 66 72 50 Q72 26 86 -2 Z
    trim R 54 80 20 7
    cream- M58 87 L70 87 Q76 106 68 126 Q60 128 56 122 Q62 106 58 87 Z
    grip O 64 96 2.4
    grip O 65 110 2.4`,
  Hatchet: `turn 45 .92 -8 2
    grip M59 14 L67 14 L70 128 L60 130 Z
    grip+ M59 14 L62 14 L63 129 L60 130 Z
    main M66 16 L72 16 Q96 8 106 6 Q114 32 104 60 Q88 50 72 48 L66 48 Z
    main+ M106 6 Q114 32 104 60 L98 56 Q106 32 100 8 Z
    main- M52 20 L66 16 L66 48 L52 44 Z
    trim R 57 20 13 5
    trim R 57 40 13 5
    grip-- R 58 110 13 12`,
  'Bearded Axe': `turn 45 .82 -10 2
    grip M59 2 L67 2 L69 136 L60 138 Z
    grip+ M59 2 L62 2 L63 137 L60 138 Z
    main M66 8 L76 10 Q96 -2 112 0 Q120 40 104 84 Q96 60 84 50 Q78 44 66 44 Z
    main+ M112 0 Q120 40 104 84 L99 72 Q110 38 104 0 Z
    main- M50 12 L66 8 L66 44 L54 40 Z
    accent~2.4 M76 20 Q84 26 92 20 M76 30 Q84 36 92 30
    trim R 57 12 13 6
    trim R 57 36 13 6
    trim+ R 57 122 14 6`,
  Greataxe: `turn 45 .74 -2 2
    grip M59 -14 L69 -14 L69 140 L59 140 Z
    grip+ M59 -14 L62 -14 L62 140 L59 140 Z
    main| M58 2 L50 6 Q32 -10 16 -10 Q6 26 18 64 Q34 50 50 48 L58 50 Z
    main+ M16 -10 Q6 26 18 64 L24 59 Q14 26 22 -9 Z
    main+ M112 -10 Q122 26 110 64 L104 59 Q114 26 106 -9 Z
    main-| M58 10 L50 14 Q42 6 34 4 Q38 26 36 46 L50 40 L58 42 Z
    trim M54 -2 H74 V54 H54 Z
    accent M64 12 L70 26 L64 40 L58 26 Z
    trim+ M56 -14 L64 -26 L72 -14 Z
    trim R 56 128 16 10`,
  Cudgel: `turn 45
    grip M50 -4 Q64 -14 78 -4 Q84 20 74 66 L71 128 Q64 134 57 128 L54 66 Q44 20 50 -4 Z
    grip+ M50 -4 Q56 -9 60 -9 Q52 20 60 66 L61 130 Q58 130 57 128 L54 66 Q44 20 50 -4 Z
    grip-- E 69 22 4 7
    main R 47 2 34 7
    main R 50 42 28 7
    main+ O 54 5.5 3.5
    main+ O 74 5.5 3.5
    main+ O 56 45.5 3.5
    main+ O 72 45.5 3.5
    trim~2.4 M57 100 L71 104 M57 108 L71 112 M57 116 L71 120`,
  'Flanged Mace': `turn 45
    grip R 59.5 40 9 90
    grip--~2.4 M59 100 L69 103 M59 108 L69 111 M59 116 L69 119
    main| M62 -6 L40 4 L36 24 L46 44 L62 48 Z
    main+ M62 -6 L40 4 L36 24 L44 22 Z
    main- M66 -6 L88 4 L92 24 L82 44 L66 48 Z
    main-- M64 -8 L54 10 L54 34 L64 50 L74 34 L74 10 Z
    main+ M64 -8 L58 10 L58 34 L64 50 Z
    trim M52 46 H76 L72 56 H56 Z
    trim+ M60 -8 L64 -18 L68 -8 Z
    trim+ O 64 132 7`,
  Maul: `turn 45 .8 -3 3
    grip R 59 40 10 100
    grip+ R 59 40 3 100
    main M26 -10 L102 -10 L106 0 L106 36 L102 46 L26 46 L22 36 L22 0 Z
    main+ M26 -10 L102 -10 L106 0 L22 0 Z
    main- M26 46 L102 46 L106 36 L22 36 Z
    trim R 34 -12 9 60
    trim R 85 -12 9 60
    accent M64 4 L74 18 L64 32 L54 18 Z
    trim+ R 57 46 14 8
    trim+ R 57 130 14 9`,
  Spear: `turn 45 .95 0 0
    grip R 61 26 6 116
    grip+ R 61 26 2 116
    main+ M64 -26 L50 10 L58 28 L64 28 Z
    main- M64 -26 L78 10 L70 28 L64 28 Z
    trim M57 26 H71 L69 44 H59 Z
    accent M58 44 L46 66 L56 60 L58 74 L64 50 L70 74 L72 60 L82 66 L70 44 Z
    trim+ M60 138 L64 148 L68 138 Z`,
  Halberd: `turn 45 .84 -4 4
    grip R 61 -4 6 148
    grip+ R 61 -4 2 148
    main+ M64 -32 L58 -6 L64 -2 Z
    main- M64 -32 L70 -6 L64 -2 Z
    main M68 2 Q84 -10 102 -8 Q112 18 100 46 Q88 32 68 32 Z
    main+ M102 -8 Q112 18 100 46 L95 39 Q104 18 97 -8 Z
    main- M60 4 L34 10 L42 16 L36 26 L60 28 Z
    trim R 58 -4 12 40
    accent O 64 16 4`,
  Glaive: `turn 45 .88 -5 5
    grip R 61 46 6 98
    grip+ R 61 46 2 98
    main M58 48 L58 10 Q60 -20 88 -32 Q92 0 80 24 Q74 38 72 48 Z
    main+ M88 -32 Q92 0 80 24 Q74 38 72 48 L68 48 Q68 36 75 20 Q86 -4 88 -32 Z
    main- M58 10 L44 2 Q48 16 58 26 Z
    trim M54 46 H76 L71 58 H59 Z
    accent~3 M58 62 H70 M58 68 H70
    trim+ R 59 134 10 8`,
  'Boat Hook': `turn 45 .86 -6 6
    grip R 60 20 7 124
    grip+ R 60 20 2.4 124
    main+ M64 -26 L59 24 L64 24 Z
    main- M64 -26 L69 24 L64 24 Z
    main~7 M66 18 Q92 16 94 -8
    main+ M98 -14 L86 -8 L96 0 Z
    trim R 57 20 14 14
    trim- R 57 27 14 2
    cream~3 M58 60 L69 64 M58 66 L69 70 M58 72 L69 76`,
  Shortbow: `turn 45 .9 -4 4
    cream~1.6 M40 4 L40 124
    main~9 M40 2 Q96 22 88 64 Q96 106 40 126
    main+~3 M42 0 Q94 22 86 62
    grip R 81 50 14 28
    grip--~2 M81 57 H95 M81 64 H95 M81 71 H95
    trim O 40 2 5
    trim O 40 126 5`,
  Longbow: `turn 45 .72 -8 8
    cream~1.6 M44 -20 L44 148
    main~8 M44 -20 Q86 14 86 64 Q86 114 44 148
    main+~2.6 M46 -20 Q84 14 84 62
    grip M79 46 H93 V82 H79 Z
    trim R 78 42 16 5
    trim R 78 81 16 5
    accent~3 M80 56 L92 60 M80 66 L92 70
    trim O 44 -20 4
    trim O 44 148 4`,
  'Recurve Bow': `turn 45 .82 2 -2
    cream~1.6 M38 0 L38 128
    main~8 M46 -14 Q32 -12 38 2 Q84 18 80 48 Q78 58 82 64 Q78 70 80 80 Q84 110 38 126 Q32 140 46 142
    main+~2.6 M40 0 Q84 18 79 48
    grip R 73 50 16 28
    trim+ R 72 47 18 5
    trim+ R 72 76 18 5
    accent O 81 64 4`,
  'Hand Crossbow': `turn 45 .96 0 0
    grip M56 30 H72 V84 L66 96 L76 126 L62 130 L54 100 L56 84 Z
    grip+ M56 30 H61 V84 L59 98 L66 129 L62 130 L54 100 L56 84 Z
    cream~1.8 M18 52 L64 74 L110 52
    main~9 M16 50 Q40 22 64 26 Q88 22 112 50
    main+~3 M18 47 Q40 22 64 24
    trim R 57 18 14 22
    main+ M64 -2 L59 12 H69 Z
    trim+~3 M64 10 V72
    trim- O 64 92 4`,
  Arbalest: `turn 45 .92 0 2
    grip M55 10 H73 V92 L78 138 L60 140 L56 100 Z
    grip+ M55 10 H60 V100 L64 140 L60 140 L56 100 Z
    cream~2 M6 40 L64 76 L122 40
    main~11 M4 38 Q34 2 64 8 Q94 2 124 38
    main+~3.6 M6 34 Q34 2 64 6
    trim R 53 2 22 26
    trim-- O 64 15 5
    main+ M64 -20 L57 -4 H71 Z
    trim+~4 M64 -6 V74
    trim M50 84 H78 V92 H50 Z`,
  Staff: `turn 45 .95 -2 2
    main M60 24 L68 24 L69 146 L60 146 Z
    main+ M60 24 L63 24 L63 146 L60 146 Z
    main~7 M64 32 Q40 24 44 0 Q50 -18 70 -14
    main~6 M64 32 Q88 22 82 0
    glow O 64 4 34
    accent M64 -14 L76 4 L64 20 L52 4 Z
    accent++ M64 -14 L64 20 L52 4 Z
    trim R 57 34 14 8
    trim~3 M59 56 L69 60 M59 64 L69 68
    trim R 58 136 12 8`,
  Crook: `turn 45 .82 -2 2
    main~9 M64 144 V16 Q64 -18 40 -16 Q20 -10 26 10 Q34 22 44 12
    main+~3 M62 144 V16 Q62 -16 40 -18
    trim R 57 40 14 6
    trim R 57 60 14 6
    grip R 59 46 10 14
    glow O 44 6 18
    accent O 44 8 6
    trim R 58 134 12 8
    trim+~2.4 M64 28 Q84 32 84 46
    accent M80 44 H88 L90 56 H78 Z`,
  Wand: `turn 45
    main M60 30 L68 30 L70 122 L58 122 Z
    main+ M60 30 L63 30 L62 122 L58 122 Z
    grip R 56 92 16 30
    grip--~2 M56 98 L72 102 M56 106 L72 110
    trim R 54 86 20 7
    trim+ R 54 120 20 8
    trim M54 34 Q48 18 58 12 L70 12 Q80 18 74 34 L68 40 H60 Z
    glow O 64 8 36
    accent O 64 8 12
    accent++ O 60 4 4`,
  Orb: `
    trim M40 104 Q64 92 88 104 L98 118 Q64 126 30 118 Z
    trim+ M48 92 Q64 86 80 92 L86 106 Q64 98 42 106 Z
    accent-- O 64 58 40
    accent- O 64 58 36
    accent O 60 54 28
    glow O 56 48 34
    main++~2.4 M40 66 Q54 44 70 56 Q84 66 92 48 M46 80 Q62 70 78 82
    white E 50 38 9 5
    trim~4 M26 74 Q30 100 50 104 M102 74 Q98 100 78 104`,
  Tome: `
    trim-- M26 26 L90 16 Q98 16 98 24 V104 L34 116 Q24 116 24 106 V30 Z
    cream M34 106 L96 95 V104 L36 114 Q30 112 34 106 Z
    cream--~1 M36 109 L96 98 M36 112 L96 101
    main M26 26 L90 15 Q94 15 94 19 V94 L32 105 Q26 106 24 110 V30 Z
    main- M24 30 Q25 26 32 25 V104 Q26 106 24 110 Z
    trim~3 M40 33 L86 25 V86 L40 95 Z
    trim M40 33 L54 31 L40 47 Z
    trim M86 86 L72 89 L86 72 Z
    accent- E 63 60 15 18
    glow O 63 60 18
    accent+ E 63 60 8 11
    ink E 63 60 3 9`,
  Censer: `
    trim~2.4 M64 8 L40 60 M64 8 L88 60 M64 8 V40
    trim+ O 64 9 6
    glow O 64 70 48
    main M38 62 Q40 40 64 36 Q88 40 90 62 Z
    main- M56 38 Q64 32 72 38 L70 46 H58 Z
    trim R 34 60 60 8
    main M36 68 H92 Q90 96 72 104 L56 104 Q38 96 36 68 Z
    accent| M46 50 Q50 44 54 44 V58 H44 Z
    accent M58 43 H70 V58 H58 Z
    trim- M46 76 H82 Q80 90 70 96 H58 Q48 90 46 76 Z
    accent M64 76 Q72 86 64 94 Q56 86 64 76 Z
    trim M52 104 H76 L82 116 H46 Z
    white~2 M92 40 Q104 30 98 18 Q92 8 102 -2`,
  Buckler: `
    grip-- O 64 64 50
    main- O 64 64 47
    main O 64 64 44
    main-~2 M64 22 V106 M36 32 V96 M92 32 V96 M50 24 V104 M78 24 V104
    trim~7 O 64 64 46
    trim+ O 64 64 19
    trim- O 64 64 14
    trim O 61 61 11
    accent O 60 60 5
    trim++| O 35 35 4
    trim++| O 35 93 4`,
  'Kite Shield': `
    trim M64 6 Q92 10 108 22 Q108 86 64 124 Q20 86 20 22 Q36 10 64 6 Z
    main+ M64 15 V112 Q30 80 29 28 Q44 17 64 15 Z
    main- M64 15 V112 Q98 80 99 28 Q84 17 64 15 Z
    accent- M58 14 H70 V114 L64 118 L58 114 Z
    accent- M29 46 H99 L96 58 H31 Z
    trim+ O 64 52 12
    trim-- O 64 52 8
    accent O 62 50 6
    trim++| O 34 32 2.6
    trim++| O 46 88 2.6`,
  Pavise: `
    trim M24 8 H104 V104 Q104 120 88 120 H40 Q24 120 24 104 Z
    main M31 15 H60 V113 H42 Q31 113 31 102 Z
    main- M68 15 H97 V102 Q97 113 86 113 H68 Z
    main++ M54 12 H74 V116 H54 Z
    main- M66 12 H74 V116 H66 Z
    grip~2 M38 16 V112 M46 16 V113 M82 16 V113 M90 16 V112
    trim+ R 24 34 80 7
    trim+ R 24 88 80 7
    accent M64 46 L74 62 L64 84 L54 62 Z
    accent+ M64 46 L64 84 L54 62 Z
    trim++| O 31 37.5 2.4
    trim++| O 31 91.5 2.4`,
  Javelin: `turn 45 .9 0 0
    grip R 61.5 20 5 122
    main+ M64 -30 L54 6 L64 24 Z
    main- M64 -30 L74 6 L64 24 Z
    main~3 M56 14 L48 24 M72 14 L80 24
    trim R 59 20 10 12
    cream~2.6 M60 66 L68 69 M60 72 L68 75 M60 78 L68 81
    accent| M62 118 L48 130 V146 L62 138 Z`,
  'Throwing Knife': `
    main+ M30 14 L22 60 L32 76 L36 44 Z
    main- M30 14 L46 56 L38 76 L32 76 L34 44 Z
    grip R 29 80 10 26
    trim O 34 112 7
    trim R 24 74 20 6
    main+ M64 4 L55 54 L64 70 L66 30 Z
    main- M64 4 L73 54 L64 70 Z
    grip R 59 76 10 30
    trim O 64 114 8
    accent O 64 114 3.4
    trim R 53 70 22 6
    main+ M98 14 L82 56 L90 76 L95 40 Z
    main- M98 14 L106 60 L96 76 L90 76 L95 40 Z
    grip R 89 80 10 26
    trim O 94 112 7
    trim R 84 74 20 6`,
  'Hurdy Gurdy': `turn 35 .84 0 2
    grip R 55 -16 18 60
    grip- M52 -26 H76 L74 -8 H54 Z
    trim+ O 50 -20 3.6
    trim+ O 50 -11 3.6
    trim+ O 78 -20 3.6
    trim+ O 78 -11 3.6
    main M52 40 Q34 44 30 66 Q30 78 36 86 Q26 104 38 122 Q64 138 90 122 Q102 104 92 86 Q98 78 98 66 Q94 44 76 40 Z
    main- M42 86 Q34 104 43 118 Q64 130 85 118 Q94 104 86 86 Q64 94 42 86 Z
    grip-- R 52 30 24 46
    cream R 54 34 20 5
    cream R 54 43 20 5
    cream R 54 52 20 5
    cream R 54 61 20 5
    trim O 64 96 13
    trim-- O 64 96 8
    cream~1.2 M60 -8 V120 M64 -8 V120 M68 -8 V120
    trim~4 M64 128 V142 H80
    accent O 82 142 5`,
  'Reed Flute': `turn 45 .9 0 0
    main M57 -20 H71 V146 H57 Z
    main+ M57 -20 H62 V146 H57 Z
    trim R 55 -8 18 7
    trim R 55 42 18 7
    trim R 55 128 18 7
    ink E 66 10 3.4 5
    ink O 66 62 3.6
    ink O 66 76 3.6
    ink O 66 90 3.6
    ink O 66 104 3.6
    ink O 66 118 3.6
    accent~2.4 M57 22 L71 25 M57 28 L71 31
    accent~2 M72 132 Q92 128 96 142`,
}
