/** The whole style of the bank's pages; the policy lets it in by its hash, so it is used as it stands here. */
export const bankStyle = `
:root {
  --text: #171a21;
  --muted: #565d6b;
  --page: #f3f4f7;
  --surface: #ffffff;
  --line: #d9dce3;
  --edge: #7c8393;
  --strong: #0b6b4f;
  --on-strong: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #eceef3;
    --muted: #a6aebd;
    --page: #0f1218;
    --surface: #191d26;
    --line: #2d3340;
    --edge: #7f889a;
    --strong: #4fd1a5;
    --on-strong: #06281d;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100dvh;
  display: grid;
  grid-template-columns: minmax(0, 440px);
  place-content: center;
  padding: clamp(8px, 4vw, 16px);
  background: var(--page);
  color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
main {
  padding: clamp(16px, 6vw, 32px);
  border: 1px solid var(--line);
  border-radius: 16px;
  background: var(--surface);
}
.bank {
  width: fit-content;
  margin: 0 0 12px;
  padding: 2px 10px;
  border: 1px dashed var(--edge);
  border-radius: 999px;
  color: var(--muted);
  font-size: 13px;
  font-weight: 600;
}
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.25; }
dl { margin: 0 0 20px; border-block: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; gap: 0 16px; justify-content: space-between; padding: 8px 0; }
dl div + div { border-top: 1px solid var(--line); }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.amount dd { font-size: 18px; font-weight: 600; }
form { display: grid; gap: 10px; grid-template-columns: repeat(auto-fit, minmax(112px, 1fr)); margin-bottom: 20px; }
button {
  min-height: 48px;
  padding: 8px 16px;
  border: 1px solid var(--edge);
  border-radius: 10px;
  background: var(--surface);
  color: var(--text);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button.approve { grid-column: 1 / -1; border-color: var(--strong); background: var(--strong); color: var(--on-strong); }
button:hover { border-color: var(--text); }
button:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
p { margin: 0 0 12px; color: var(--muted); font-size: 14px; }
main > :last-child { margin-bottom: 0; }
`
