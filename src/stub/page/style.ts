/** The style sheet of the page. */
export const style = `
:root { color-scheme: light dark; --ink: light-dark(#1d2327, #e6e6e6); --soft: light-dark(#5c6670, #9aa4ad);
  --line: light-dark(#dde1e4, #363d43); --paper: light-dark(#fff, #16191c); --tint: light-dark(#f4f6f7, #1f2428);
  --link: light-dark(#0b5cad, #7db7f0); --mark: light-dark(#e3f1e5, #1f3a24); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.5rem 4rem; color: var(--ink); background: var(--paper);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.6rem; } h2 { margin: 2.5rem 0 .75rem; font-size: 1.15rem; }
h3 { margin: 1.25rem 0 .5rem; font-size: 1rem; }
p { margin: .25rem 0 .75rem; } a { color: var(--link); }
.soft, td.soft { color: var(--soft); }
code, pre { font: .85rem/1.5 ui-monospace, monospace; }
pre { margin: .5rem 0; padding: .75rem 1rem; overflow-x: auto; background: var(--tint); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-size: .8rem; font-weight: 600; color: var(--soft); }
th, td { padding: .4rem .9rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td code { white-space: nowrap; }
b.on { padding: .05rem .35rem; background: var(--mark); border-radius: 4px; font-weight: 600; }
.between > * + *::before { content: " · "; color: var(--soft); font-weight: 400; }
td .between { white-space: nowrap; }
nav a { margin-right: 1.25rem; }
`;

/** The icon of the page, which browsers always ask for. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7"
fill="#0b5cad"/><path d="M9 17l5 5 9-12" fill="none" stroke="#fff" stroke-width="4"/></svg>`;
