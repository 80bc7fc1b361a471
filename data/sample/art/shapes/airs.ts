// What is around a monster in its portrait, by place: what stands behind it, and what drifts before it.
import type { Shape } from '../draw.ts'

export const airShapes: Readonly<Record<string, readonly [behind: Shape, before: Shape]>> = {
  brine_fen: [
    `
    main~3 M10 128 Q12 80 6 30 M22 128 Q22 90 28 52 M112 128 Q114 84 106 40 M122 128 Q120 76 126 22
    main E 6 28 3.4 10
    main E 28 50 3 9
    main E 106 38 3 9
    main E 126 20 3.4 10
    trim~2 M34 128 Q34 100 40 84 M96 128 Q94 104 88 90`,
    `
    glow O 16 104 9
    glow O 110 96 7
    accent-~1.6 M0 120 Q16 116 32 120 Q48 124 64 120 Q80 116 96 120 Q112 124 128 120`,
  ],
  lantern_ward: [
    `
    trim M0 128 V60 L12 48 L24 60 V128 Z
    trim M104 128 V44 L116 30 L128 44 V128 Z
    main R 8 70 8 12
    main R 112 60 8 12
    main R 112 82 8 12
    main~2 M24 28 V14 H12 M104 24 V8`,
    `
    glow O 24 34 15
    glow O 104 28 13
    accent O 24 34 2.6
    accent O 104 28 2.2
    glow O 8 98 5`,
  ],
  sunken_choir: [
    `
    trim M4 128 V56 Q6 24 26 10 Q46 24 48 56 V128 Z M80 128 V56 Q82 24 102 10 Q122 24 124 56 V128 Z
    main~2 M26 12 V128 M6 60 H46 M102 12 V128 M82 60 H122 M8 92 H46 M82 92 H122`,
    `
    glow O 20 108 6
    glow O 112 84 5
    glow O 98 16 5`,
  ],
  ember_vaults: [
    `
    trim M0 128 V30 Q20 2 64 0 Q108 2 128 30 V128 H112 V44 Q96 16 64 14 Q32 16 16 44 V128 Z
    main~2 M2 48 L14 52 M0 78 H15 M126 48 L114 52 M128 78 H113 M44 4 L48 16 M84 4 L80 16`,
    `
    glow O 14 92 7
    glow O 22 58 5
    glow O 110 70 6
    glow O 118 104 8
    glow O 100 30 4
    accent O 14 92 1.6
    accent O 22 58 1.2
    accent O 110 70 1.4
    accent O 100 30 1
    accent O 118 104 1.8`,
  ],
  rime_gallery: [
    `
    trim M0 0 H128 L120 40 L112 8 L102 30 L94 4 L84 20 L74 2 L62 24 L52 3 L42 34 L34 5 L24 22 L14 4 L6 46 Z
    main M0 128 L4 76 L14 128 Z M114 128 L124 70 L128 128 Z M12 128 L20 98 L28 128 Z`,
    `
    accent~1.4 M18 60 V70 M13 65 H23 M14.5 61.5 L21.5 68.5 M21.5 61.5 L14.5 68.5
    accent~1.4 M110 52 V60 M106 56 H114 M107 53 L113 59 M113 53 L107 59
    accent+ O 30 100 1.6
    accent+ O 100 92 1.4
    accent+ O 116 86 1.8
    accent+ O 12 30 1.4`,
  ],
  root_cellars: [
    `
    main~5 M0 8 Q30 20 24 60 Q20 90 4 110 M128 4 Q100 18 106 54 Q112 88 126 104
    trim~4 M30 0 Q34 16 22 30 M96 0 Q92 20 106 30 M14 40 Q34 46 36 70
    main~2 M24 60 Q36 66 38 86 M106 54 Q94 62 92 80`,
    `
    glow O 18 96 7
    glow O 108 108 6
    glow O 114 40 5
    accent O 18 96 1.6
    accent O 114 40 1.2`,
  ],
  bell_quarry: [
    `
    trim M0 128 V86 L14 74 L24 92 L34 128 Z M128 128 V80 L112 70 L104 94 L94 128 Z
    main M88 0 H92 V10 Q112 14 112 38 Q114 50 120 56 H60 Q66 50 68 38 Q68 14 88 10 Z
    trim E 90 60 6 5`,
    `
    accent- M8 116 L16 108 L22 118 Z
    accent-- M104 120 L112 112 L120 122 Z
    glow O 14 60 4
    glow O 116 84 4`,
  ],
  hollow_throne: [
    `
    trim M26 128 V34 L34 8 L42 30 L52 2 L64 24 L76 2 L86 30 L94 8 L102 34 V128 Z
    main~2 M32 128 V38 M96 128 V38 M42 32 L52 10 L64 28 L76 10 L86 32
    main O 34 8 3
    main O 94 8 3
    main O 52 2 3
    main O 76 2 3`,
    `
    glow O 10 40 6
    glow O 118 58 6
    accent O 10 40 1.6
    accent O 118 58 1.6
    glow O 14 100 5`,
  ],
}
