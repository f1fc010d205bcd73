export type RobotsRule = { readonly allows: boolean; readonly pattern: string }

/** The rules for some crawlers, by their product tokens in lower case; `*` stands for all others. */
export type RobotsGroup = { readonly agents: readonly string[]; readonly rules: readonly RobotsRule[] }

/** A robots.txt as it was read. JSON, so that it can be kept. */
export type Robots = { readonly groups: readonly RobotsGroup[]; readonly sitemaps: readonly string[] }
