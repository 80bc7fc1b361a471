// Before any suite: they run in processes of their own, and two that build the site at once break each other.
import { buildSite } from '../../scripts/site.ts'

export default buildSite
