/** The feeds that observers send. Only the names, without the schemas of their lines. */
export const feeds = ['merchant-stock', 'merchant-quests', 'market', 'trades', 'population', 'leaderboards'] as const

export type Feed = (typeof feeds)[number]

/** The feeds whose rows carry change numbers: what was observed of them can be followed. */
export const changeFeeds = ['market', 'trades', 'merchant-stock', 'merchant-quests', 'population'] as const

export type ChangeFeed = (typeof changeFeeds)[number]

export const isFeed = (name: string): name is Feed => (feeds as readonly string[]).includes(name)
