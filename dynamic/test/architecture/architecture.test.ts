// All checks are in one suite, so that the sources are parsed only once, which takes longer than the checks.
import './imports.ts'
import './exports.ts'
import './places.ts'
import './sizes-and-names.ts'
