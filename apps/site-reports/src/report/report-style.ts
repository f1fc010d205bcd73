/** Readable on paper, on small screens and in the dark. */
export const reportStyle = `:root{color-scheme:light dark;--line:#8884;--high:#b00020;--medium:#9a6200;--low:#4a6785}
@media(prefers-color-scheme:dark){:root{--high:#ff8a9a;--medium:#ffc46b;--low:#9cc0e6}}
body{font:16px/1.55 system-ui,sans-serif;margin:0;padding:1.5rem}main{max-width:52rem;margin:auto}
h1{line-height:1.2;margin-bottom:.2rem;overflow-wrap:anywhere}h2{margin-top:2rem;border-bottom:1px solid var(--line)}.summary{font-size:1.1rem}
dt{font-weight:600}dd{margin:0 0 .6rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}
td{overflow-wrap:anywhere}meter{width:5rem}blockquote{margin:.3rem 0 .8rem;padding-left:.8rem;border-left:3px solid var(--line);overflow-wrap:anywhere}
.high,.medium,.low{font-weight:600}.high{color:var(--high)}.medium{color:var(--medium)}.low{color:var(--low)}footer{margin-top:2rem;opacity:.75}`
