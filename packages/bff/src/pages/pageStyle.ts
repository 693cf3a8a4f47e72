/** The style of the exchange's own small pages, served as one file. */
export const pageStyle = `:root {
  color-scheme: light dark;
  --ink: #16202e; --soft: #55627a; --paper: #ffffff; --line: #dfe4ec; --accent: #1d4ed8; --on-accent: #ffffff;
  --shade: #f4f6fa; --warn: #8a4b00; --warn-soft: #fff3dc;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8edf5; --soft: #9fabc0; --paper: #10161f; --line: #2a3444; --accent: #7ea6ff; --on-accent: #0b1220; --shade: #18202c; --warn: #f5b54a; --warn-soft: #33260d; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 2.5rem 1.25rem; }
main.wide { max-width: 64rem; }
main.notice { padding-top: 0; text-align: center; }
.notice p { text-wrap: balance; }
.notice .brand { margin: 0 0 1.5rem; padding-block: 0.8rem; color: var(--ink); font-size: 0.9375rem; font-weight: 600; text-align: start; }
.mark { width: 56px; height: 56px; margin: 0 0 0.75rem; padding: 10px; border-radius: 50%; background: var(--warn-soft); }
.mark path { fill: none; stroke: var(--warn); stroke-width: 3; stroke-linecap: round; }
@media (min-width: 520px) {
  main.notice { max-width: 30rem; margin-block: 3rem 1rem; border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 8px 24px #0000000f; }
  main.notice + footer.legal { max-width: 30rem; }
}
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 0.75rem; }
h2 { font-size: 1.125rem; margin: 2.5rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 2rem 0 0.25rem; }
p { margin: 0 0 1rem; color: var(--soft); }
a { color: var(--accent); }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; background: var(--shade); border-radius: 4px; }
code { padding: 0.1em 0.3em; overflow-wrap: anywhere; }
pre { padding: 0.75rem 1rem; overflow-x: auto; }
pre.letter { white-space: pre-wrap; overflow-wrap: anywhere; }
dl { margin: 0 0 1rem; }
dt { color: var(--soft); font-size: 0.875rem; }
dd { margin: 0 0 0.5rem; }
table { border-collapse: collapse; width: 100%; margin: 0 0 1rem; font-size: 0.9375rem; }
th, td { text-align: start; vertical-align: top; padding-block: 0.35rem; padding-inline-end: 0.75rem; border-bottom: 1px solid var(--line); }
.table { overflow-x: auto; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
button {
  font: inherit; font-weight: 600; min-height: 44px; padding: 0.5rem 1.25rem; border-radius: 8px; cursor: pointer;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent);
}
button.second { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
footer.legal {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem; max-width: 34rem; margin: 0 auto;
  padding: 0 1.25rem 1.25rem;
  color: var(--soft); font-size: 0.875rem;
}
footer.legal span { margin-inline-end: auto; }
footer.legal a { color: inherit; padding-block: 0.25rem; }
body.bank { display: flex; flex-direction: column; min-height: 100vh; }
body.bank iframe, iframe.bank { display: block; width: 100%; height: 100vh; border: 0; background: #ffffff; }
.waiting { padding: 1rem 1.25rem; }
.sent .waiting { display: none; }
`
