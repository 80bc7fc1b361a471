// One file, so that all sources are parsed once: that takes longer than what is asked of them.
import './arrows.ts'
import './exports.ts'
import './places.ts'
import './sizes-and-names.ts'
