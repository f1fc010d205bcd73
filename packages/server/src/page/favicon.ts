/** The icon of the page in tabs and bookmarks: a pawl that holds a ratchet wheel. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#2557d6"/>
<circle cx="14" cy="19" r="7" fill="none" stroke="#fff" stroke-width="4" stroke-dasharray="4.4 2.9"/>
<path d="M26 5 18.5 12.5" stroke="#fff" stroke-width="4" stroke-linecap="round"/>
</svg>
`
