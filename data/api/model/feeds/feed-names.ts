/** The names of the feeds that observers send; this module does not load the schemas of their lines. */
export const feeds = ['merchant-stock', 'merchant-quests', 'market', 'trades', 'population', 'leaderboards'] as const

export type Feed = (typeof feeds)[number]

/** The feeds whose rows have change numbers, so that clients can follow their changes. */
export const changeFeeds = ['market', 'trades', 'merchant-stock', 'merchant-quests', 'population'] as const

export type ChangeFeed = (typeof changeFeeds)[number]

export const isFeed = (name: string): name is Feed => (feeds as readonly string[]).includes(name)
