// What stands around the sign: every kind of thing has its own, so that a page of mixed pictures still reads.
import type { Shape } from '../draw.ts'

export const frameShapes: Readonly<Record<string, Shape>> = {
  perk: `
    trim-- O 64 64 58
    trim O 64 64 56
    trim+ M12 50 A54 54 0 0 1 82 13 L79 20 A47 47 0 0 0 19 53 Z
    trim- O 64 64 49
    ink O 64 64 46
    main-- O 64 64 43
    trim+ M64 2 L70 8 L64 14 L58 8 Z
    trim+ M64 114 L70 120 L64 126 L58 120 Z
    trim+| M2 64 L8 58 L14 64 L8 70 Z`,
  skill: `
    trim-- M64 2 L120 34 V94 L64 126 L8 94 V34 Z
    trim M64 5 L117 36 V92 L64 123 L11 92 V36 Z
    trim+ M64 5 L11 36 V92 L17 89 V39 L64 12 Z
    ink M64 15 L108 41 V87 L64 113 L20 87 V41 Z
    main-- M64 19 L104 43 V85 L64 109 L24 85 V43 Z
    main- M24 43 L64 19 L80 29 L24 76 Z
    trim+| O 17 64 3.4`,
  class: `
    trim-- M64 2 Q90 14 120 12 Q124 84 64 126 Q4 84 8 12 Q38 14 64 2 Z
    trim M64 6 Q90 17 117 16 Q119 82 64 121 Q9 82 11 16 Q38 17 64 6 Z
    main-- M64 16 Q86 25 108 25 Q108 78 64 110 Q20 78 20 25 Q42 25 64 16 Z
    main M64 16 V110 Q20 78 20 25 Q42 25 64 16 Z
    main- M64 16 V110 Q20 78 20 25 Q42 25 64 16 Z
    trim+ M11 16 Q38 17 64 6 V10 Q38 22 15 20 Q14 56 34 90 Q10 58 11 16 Z
    trim++| O 15 20 3
    trim++ O 64 118 3.6`,
  merchant: `
    ink~5 M8 12 H120
    ink~4 M12 12 Q40 16 46 30
    trim~3 M36 14 V30 M92 14 V30
    trim+ M116 6 L124 12 L116 18 L108 12 Z
    grip-- M10 34 Q64 22 118 34 L114 118 Q64 126 14 118 Z
    grip M14 38 Q64 27 114 38 L110 114 Q64 121 18 114 Z
    grip+ M14 38 Q64 27 114 38 V43 Q64 32 14 43 Z
    grip-~2 M16 58 Q60 50 113 60 M17 80 Q70 74 112 82 M18 100 Q60 96 111 102
    grip- M24 46 Q64 37 104 46 L101 106 Q64 112 27 106 Z
    trim+| O 20 43 2.6
    trim+| O 23 110 2.6`,
  religion: `
    trim-- M64 0 Q112 20 114 64 V124 H14 V64 Q16 20 64 0 Z
    trim M64 5 Q107 24 109 64 V120 H19 V64 Q21 24 64 5 Z
    ink M64 15 Q99 32 100 66 V111 H28 V66 Q29 32 64 15 Z
    main-- M64 19 Q95 35 97 66 V108 H31 V66 Q33 35 64 19 Z
    main- M64 66 L40 34 Q50 25 64 19 Z M64 66 L97 60 Q96 48 88 37 Z M64 66 L97 108 H76 Z M64 66 L52 108 H31 V104 Z M64 66 L31 78 V64 Z
    trim+ M64 5 Q21 24 19 64 V120 H23 V65 Q25 28 64 10 Z`,
  achievement: `
    red- M30 74 L12 122 L32 114 L44 126 L58 86 Z
    red M98 74 L116 122 L96 114 L84 126 L70 86 Z
    trim-- O 64 54 52
    trim M64 2 L74 9 L86 7 L94 16 L106 20 L108 32 L116 42 L113 54 L116 66 L108 76 L106 88 L94 92 L86 101 L74 99 L64 106 L54 99 L42 101 L34 92 L22 88 L20 76 L12 66 L15 54 L12 42 L20 32 L22 20 L34 16 L42 7 L54 9 Z
    trim+ M64 2 L54 9 L42 7 L34 16 L22 20 L20 32 L12 42 L15 54 L22 54 Q26 14 64 10 Z
    trim- O 64 54 42
    ink O 64 54 39
    main-- O 64 54 36`,
  bargain: `
    cream-- M20 8 L104 4 L112 14 L108 40 L114 66 L108 96 L112 118 L94 124 L60 120 L26 126 L16 114 L20 88 L14 60 L20 34 Z
    cream- M23 12 L102 8 L107 15 L104 40 L109 66 L103 96 L107 115 L93 119 L60 115 L28 121 L20 112 L24 88 L19 60 L24 34 Z
    cream M30 16 L96 14 L98 60 L95 104 L62 108 L32 110 L32 70 Z
    grip-~1.6 M36 92 H66 M36 98 H60 M36 104 H64
    red-- O 88 98 19
    red- M88 78 L96 81 L104 85 L107 94 L107 103 L101 111 L93 116 L84 116 L75 111 L70 103 L70 94 L74 85 L80 81 Z
    red O 87 96 13`,
}

/** What a spell does, drawn behind the sign of its element. */
export const spellShapes: Readonly<Record<string, Shape>> = {
  bolt: `
    glow O 34 96 40
    accent-~5 M8 120 L52 76
    accent--~4 M6 96 L40 66 M32 122 L62 92
    accent--~2.4 M4 78 L24 60 M50 124 L68 108
    accent~3 M20 124 L46 98`,
  burst: `
    accent--~3 O 64 64 54
    accent-~5 M64 4 V20 M64 108 V124 M4 64 H20 M108 64 H124
    accent-~5 M22 22 L32 32 M96 96 L106 106 M106 22 L96 32 M32 96 L22 106
    accent--~3 M40 8 L45 20 M88 8 L83 20 M40 120 L45 108 M88 120 L83 108 M8 40 L20 45 M8 88 L20 83 M120 40 L108 45 M120 88 L108 83`,
  mend: `
    accent--~3 M20 92 A52 52 0 1 1 108 92
    accent-~6 M14 108 Q38 88 64 112 Q90 88 114 108
    accent~3 M24 118 Q44 106 64 122 Q84 106 104 118
    accent M20 18 H26 V12 H32 V18 H38 V24 H32 V30 H26 V24 H20 Z
    accent- M100 26 H104 V22 H108 V26 H112 V30 H108 V34 H104 V30 H100 Z`,
  ward: `
    accent-~4 O 64 64 58
    accent--~2 O 64 64 51
    accent--~3 M64 6 L114 93 H14 Z
    accent--~3 M64 122 L14 35 H114 Z
    accent O 64 6 4
    accent O 64 122 4
    accent| O 14 35 4
    accent| O 14 93 4`,
}
