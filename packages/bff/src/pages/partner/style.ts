/** The partner page's additions to the style of small pages. */
export const partnerStyle = `
:root { --good: #0f6b3c; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --good: #6fd3a0; --bad: #ff9d94; } }
header.bar { border-bottom: 1px solid var(--line); padding: 0.75rem 1.25rem; display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; }
header.bar form { margin: 0 0 0 auto; }
@media (max-width: 40rem) { header.bar nav { order: 1; flex-basis: 100%; } }
header.bar strong { overflow-wrap: anywhere; }
header.bar nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; flex: 1; }
header.bar nav a { display: inline-flex; align-items: center; min-height: 44px; }
header.bar nav a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
main.page { max-width: 60rem; padding-top: 1.5rem; }
label { display: block; margin: 0 0 1rem; color: var(--ink); }
label > span, legend { display: block; font-weight: 600; margin: 0 0 0.25rem; }
label small { display: block; color: var(--soft); font-size: 0.875rem; }
input, select, textarea { font: inherit; width: 100%; min-height: 44px; padding: 0.5rem 0.75rem; border-radius: 8px; border: 1px solid var(--soft); background: var(--paper); color: var(--ink); }
label.check { display: flex; gap: 0.6rem; align-items: center; margin: 0; min-height: 44px; }
label.check input { width: 1.25rem; min-height: 1.25rem; flex: none; }
fieldset { border: 1px solid var(--line); border-radius: 8px; margin: 0 0 1rem; padding: 0.75rem 1rem; min-width: 0; }
.checks { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 0 1rem; }
form { margin: 0 0 1rem; }
form.narrow { max-width: 30rem; }
form.filter { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: end; }
form.filter label { flex: 0 1 18rem; margin: 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 0 1rem; }
.success, .refused { border-left: 4px solid var(--good); background: var(--shade); padding: 0.75rem 1rem; margin: 0 0 1.25rem; border-radius: 4px; color: var(--ink); overflow-wrap: anywhere; }
.refused { border-color: var(--bad); }
ul.rows { list-style: none; margin: 0 0 1rem; padding: 0; border-top: 1px solid var(--line); }
ul.rows > li { border-bottom: 1px solid var(--line); padding: 0.6rem 0; display: flex; flex-wrap: wrap; gap: 0.15rem 1.25rem; align-items: baseline; }
ul.rows > li > .wide { flex: 1 1 18rem; min-width: 0; overflow-wrap: anywhere; }
ul.rows a { display: inline-block; padding: 0.3rem 0; }
.soft { color: var(--soft); font-size: 0.875rem; }
.good { color: var(--good); } .bad { color: var(--bad); }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto; color: var(--ink); }
img.logo { display: block; max-width: 100%; max-height: 4rem; padding: 0.75rem; margin: 0 0 0.75rem; border-radius: 8px; background: #ffffff; }
img.logo_dark { background: #111827; }
button.plain { border: 0; background: transparent; color: var(--accent); font-weight: 400; padding: 0; text-decoration: underline; }
`
