/** Who connects, and to what. Both are made by initdb. */
export const identity = { user: 'pawl', database: 'postgres', host: '127.0.0.1' } as const
