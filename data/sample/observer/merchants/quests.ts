import { slugIn } from '../../names.ts'
import { shuffled, unit } from '../../random.ts'
import type { Row } from '../../rows.ts'
import type { Snapshot } from '../../snapshot.ts'
import { dayMs, hourMs, iso, secondMs, weekMs } from '../calendar.ts'
import type { TimedLine, Source } from '../source.ts'
import { merchantRanks } from '../words/words-ranks.ts'

interface Board {
  readonly merchant: string
  readonly story: readonly Row[]
  readonly daily: readonly Row[]
  readonly weekly: readonly Row[]
}

// The bot completes a story quest every four days, and each merchant offers it three quests to choose from.
const daysPerStory = 4
const storiesAtOnce = 3

function boardOf(world: Snapshot, merchant: string): Board {
  const own = world.rows('quests').filter(({ archetype }) => archetype === `id.quest.${slugIn(merchant)}`)
  return {
    merchant,
    story: own.filter(({ is_repeatable }) => is_repeatable !== true),
    daily: own.filter(({ is_daily }) => is_daily === true),
    weekly: own.filter(({ is_repeatable, is_daily }) => is_repeatable === true && is_daily !== true),
  }
}

function rankRequirement({ min_adventure_rank }: Row): string | undefined {
  return merchantRanks[Math.min(merchantRanks.length - 1, Math.floor(Number(min_adventure_rank ?? 0) / 25))]
}

const drawTwo = (quests: readonly Row[], key: string): Row[] =>
  shuffled(quests, key, ({ id }) => String(id)).slice(0, 2)

function offered({ merchant, story, daily, weekly }: Board, day: number): Row[] {
  const week = Math.floor((day * dayMs) / weekMs)
  const first = Math.floor(day / daysPerStory + unit(merchant) * story.length)
  const next = Array.from(
    { length: Math.min(storiesAtOnce, story.length) },
    (_, n) => story[(first + n) % story.length],
  )
  return [
    ...drawTwo(daily, `daily/${day}`),
    ...drawTwo(weekly, `weekly/${week}`),
    ...next.filter((quest) => quest !== undefined),
  ]
}

/** The quests that merchants offer: they change at midnight UTC and are observed four times a day. */
export class MerchantQuests implements Source {
  readonly feed = 'merchant-quests'
  readonly cellMs = 6 * hourMs
  readonly #boards: readonly Board[]

  constructor(world: Snapshot) {
    this.#boards = world.rows('merchants').map(({ id }) => boardOf(world, String(id)))
  }

  cell(start: number): TimedLine[] {
    const day = Math.floor(start / dayMs)
    const reset_at = iso((day + 1) * dayMs)
    return this.#boards.flatMap((board, index) => {
      const { merchant: merchant_id } = board
      const at = start + (60 + index * 20) * secondMs
      return offered(board, day).map(({ id: quest_id, is_repeatable, ...quest }) => {
        const rank_requirement = rankRequirement(quest)
        return { at, line: { merchant_id, quest_id, reset_at, is_repeatable, rank_requirement, captured_at: iso(at) } }
      })
    })
  }
}
