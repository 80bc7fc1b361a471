import { z } from 'zod'
import { count, instant } from './line-values.ts'

/** A sample of the number of players online. */
export const populationLine = z.object({ timestamp: instant, num_online: count, num_lobby: count, num_dungeon: count })
