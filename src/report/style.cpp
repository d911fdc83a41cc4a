#include "report/style.h"

namespace skua {

std::string_view report_style() {
    return R"css(
:root { color-scheme: light dark; --text: #1c2024; --soft: #5a646e; --page: #ffffff; --card: #f4f6f8; --line: #d5dbe1;
  --link: #0b57d0; --white: #ffffff; --black: #454d55; --edge: #8a939c;
  --inaccuracy: #b07400; --mistake: #c45100; --blunder: #c01c28; --good: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ec; --soft: #a3adb7; --page: #15191d; --card: #1e242a;
  --line: #363f48; --link: #8ab4f8; --white: #d7dce1; --black: #3a424a; --edge: #77818b;
  --inaccuracy: #e3b341; --mistake: #f0883e; --blunder: #ff7b72; --good: #56d364; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; color: var(--text);
  background: var(--page); }
main, footer, .top { max-width: 58rem; margin: 0 auto; padding: 0 1rem; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--page); padding: .5rem 1rem; z-index: 1; }
h1, .h1 { font-size: 1.7rem; line-height: 1.25; margin: 1.5rem 0 .25rem; overflow-wrap: anywhere; }
.h2 { font-size: 1.3rem; margin: 2.2rem 0 .6rem; }
.h3 { font-size: 1.1rem; margin: 0 0 .5rem; }
p { margin: .4rem 0; }
.soft { color: var(--soft); }
article + article { border-top: 3px solid var(--line); margin-top: 3rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding: .3rem 0; }
th, td { padding: .3rem .6rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { border-bottom: 2px solid var(--edge); }
tbody th { font-weight: 600; }
.num { text-align: right; white-space: nowrap; }
thead .num { white-space: normal; }
thead th, nav th { overflow-wrap: break-word; }
.wide { overflow-x: auto; }
.nb { white-space: nowrap; }
.moves tbody tr:target { background: var(--card); box-shadow: inset 4px 0 var(--link); }
.moves th { white-space: nowrap; }
.label { font-weight: 600; }
.inaccuracy { color: var(--inaccuracy); } .mistake { color: var(--mistake); } .blunder { color: var(--blunder); }
.graph { display: block; width: 100%; height: auto; margin: .5rem 0; }
.gb { fill: var(--black); } .ga { fill: var(--white); } .gl { fill: none; stroke: var(--edge); stroke-width: 1.5; }
.gm { stroke: var(--edge); stroke-dasharray: 4 4; } .gp { stroke: var(--link); stroke-dasharray: 2 4; opacity: .8; }
.gt { fill: var(--soft); font-size: 13px; } .gh { fill: transparent; } a:hover .gh { fill: var(--link); opacity: .25; }
.mark { stroke: #ffffff; stroke-width: 1.5; paint-order: stroke; }
.mark.inaccuracy { fill: #d9a000; } .mark.mistake { fill: #e8590c; } .mark.blunder { fill: #e03131; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; font-size: .9rem; color: var(--soft); }
.legend svg { width: 1rem; height: 1rem; vertical-align: -.15rem; }
.moment { display: grid; grid-template-columns: minmax(0, 20rem) minmax(0, 1fr); gap: 1.25rem; background: var(--card);
  border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
.moment figure { margin: 0; }
figcaption { font-size: .85rem; color: var(--soft); margin-top: .3rem; }
.board { display: block; width: 100%; height: auto; border-radius: .25rem; }
.ls { fill: #ecdcc0; } .ds { fill: #b58d69; } .co { font: 600 22px sans-serif; fill: #3d2b1c; opacity: .75; }
.w { fill: #fffdf8; stroke: #20242a; stroke-width: 3; stroke-linejoin: round; }
.wd { fill: none; stroke: #20242a; stroke-width: 3; stroke-linecap: round; }
.b { fill: #343b42; stroke: #0e1114; stroke-width: 3; stroke-linejoin: round; }
.bd { fill: none; stroke: #cdd4da; stroke-width: 3; stroke-linecap: round; }
.played { fill: none; stroke: #c01c28; stroke-width: 14; opacity: .8; }
.best { fill: none; stroke: #1a7f37; stroke-width: 14; stroke-dasharray: 22 12; opacity: .8; }
.tip { stroke: none; stroke-dasharray: none; } .played.tip { fill: #c01c28; } .best.tip { fill: #1a7f37; }
.reasons { margin: .5rem 0; padding-left: 1.2rem; }
dl.lines { margin: .5rem 0; } dl.lines dt { font-weight: 600; float: left; clear: left; margin-right: .5rem; }
dl.lines dd { margin: 0 0 .2rem; overflow-wrap: anywhere; }
.symbols { position: absolute; }
footer { color: var(--soft); font-size: .9rem; border-top: 1px solid var(--line); margin-top: 3rem; padding-bottom: 2rem; }
@media (max-width: 40rem) { .moment { grid-template-columns: 1fr; } th, td { padding: .3rem .35rem; } .roomy { display: none; }
  .graph { min-width: 36rem; } .gt { font-size: 15px; } h1, .h1 { font-size: 1.4rem; } .moment figure { max-width: 22rem; } }
@media print { :root { --text: #000; --soft: #333; --page: #fff; --card: #fff; --line: #999; --link: #000; --white: #fff;
  --black: #888; --edge: #444; } .skip, .top { display: none; } article { break-before: page; } article:first-of-type {
  break-before: auto; } .moment, tr, .graph { break-inside: avoid; } .moment { border: 1px solid #999; } a {
  text-decoration: none; } svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)css";
}

}  // namespace skua
