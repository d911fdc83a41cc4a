// Makes src/pieces.css: the piece set "plain", drawn for this page from a few simple shapes on a grid of 45.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const base = '<path d="M11 39.500h23v-4H11z"/>';
const Shapes = {
  pawn: '<path d="M15 35.500c1-6 4-9 4.500-13h6c.5 4 3.500 7 4.500 13z"/><circle cx="22.500" cy="16" r="6"/>' + base,
  rook: '<path d="M14.500 35.500l1.500-17h13l1.500 17z"/><path d="M12 18.500v-11h5v4h3v-4h5v4h3v-4h5v11z"/>' + base,
  knight: '<path d="M14 35.500c0-8 4-10 7-14l-7 3-4-3.500 8-11 1-5 4 3.500c8 2 11 10 10 27z"/><circle cx="19.500" cy="15.500" r="1.200" class="eye"/>' + base,
  bishop: '<path d="M14.500 35.500c1-5 4-6 4.500-9h7c.5 3 3.500 4 4.500 9z"/><path d="M22.500 9c5 4 8 8 8 12 0 3-2 5.500-4 5.500h-8c-2 0-4-2.500-4-5.500 0-4 3-8 8-12z"/><circle cx="22.500" cy="7.500" r="2.500"/><path class="eye" d="M24 13l-3 8"/>' + base,
  queen: '<path d="M13.500 35.500L8 14l8 7 2-12 4.500 11L27 9l2 12 8-7-5.500 21.500z"/><circle cx="8" cy="12" r="2.200"/><circle cx="18" cy="7.500" r="2.200"/><circle cx="27" cy="7.500" r="2.200"/><circle cx="37" cy="12" r="2.200"/>' + base,
  king: '<path d="M14 35.500c-4-6-6-9-4-13s8-4 12.500 1c4.500-5 10.500-5 12.500-1s0 7-4 13z"/><path d="M20.500 19v-6h-4V9h4V5h4v4h4v4h-4v6c-1 1-3 1-4 0z"/>' + base,
};
const Sides = { white: { fill: '#fdfcf8', stroke: '#23303a' }, black: { fill: '#2c3740', stroke: '#0d1215' } };

let css = '/* Made by scripts/plain_pieces.mjs. */\n';
for (const [side, { fill, stroke }] of Object.entries(Sides)) {
  for (const [role, shape] of Object.entries(Shapes)) {
    const eye = side === 'white' ? stroke : fill === '#2c3740' ? '#e8e6df' : stroke;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><g fill="${fill}" stroke="${stroke}" stroke-width="1.500" stroke-linejoin="round">${shape.replaceAll('class="eye"', `fill="none" stroke="${eye}"`)}</g></svg>`;
    css += `[data-pieces='plain'] .cg-wrap piece.${role}.${side} {\n  background-image: url("data:image/svg+xml,${encodeURIComponent(svg.replaceAll('.500', '.5').replaceAll('.200', '.2'))}");\n}\n`;
  }
}
writeFileSync(fileURLToPath(new URL('../src/pieces.css', import.meta.url)), css);
