/** How often a series is looked at: its source's requests go first to those that publish. */
export type Tier = 'HOT' | 'WARM' | 'COLD'
