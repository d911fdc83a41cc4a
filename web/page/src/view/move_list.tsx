// The game as a list: the main line in two columns, variations and comments below the move they belong to. Of a very
// long game only the part around the current move is drawn.
import { useEffect, useRef } from 'preact/hooks';
import type { ComponentChildren, VNode } from 'preact';
import { liveLabel } from '../app/analysis';
import { reportedMove } from '../app/coach';
import { current, goTo, revision, settings, tree } from '../app/state';
import { type MoveNode } from '../chess/move_tree';
import { moveNumber } from '../chess/rules';
import { GlyphSymbols, type Label, LabelWords } from '../chess/score';

const WindowRows = 80;
const MaxNesting = 20;

export const labelOf = (node: MoveNode): Label | null | undefined =>
  reportedMove(node)?.label ?? (settings.value.liveLabels ? liveLabel(node) : undefined);

function Glyphs({ node }: { node: MoveNode }) {
  void revision.value; // components are not drawn again for a changed object alone
  const own = node.glyphs.map(glyph => GlyphSymbols[glyph]).filter(glyph => glyph !== undefined);
  if (own.length > 0) {
    return <span class="glyph" title={own.map(glyph => glyph.word).join(', ')}>{own.map(glyph => glyph.symbol).join('')}</span>;
  }
  const label = labelOf(node);
  if (!label || label === 'book' || label === 'best' || label === 'forced') return null;
  const words = LabelWords[label];
  return <span class={`glyph ${label}`} title={words.word}>{words.glyph}<span class="hidden"> {words.word}</span></span>;
}

function Move({ node, here, numbered }: { node: MoveNode; here: boolean; numbered?: boolean }) {
  return (
    <button type="button" class={`move ${here ? 'current' : ''}`} aria-current={here ? 'true' : undefined} onClick={() => goTo(node)}>
      {numbered && <span class="number">{moveNumber(node.ply)}</span>}
      {node.san}
      <Glyphs node={node} />
    </button>
  );
}

// A variation as running text; variations of its moves stand in parentheses.
function line(first: MoveNode, depth: number): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let numbered = true;
  for (let node: MoveNode | undefined = first, count = 0; node; node = node.children[0], count += 1) {
    if (count > 400) {
      parts.push(' …');
      break;
    }
    if (node.commentBefore) parts.push(<em class="comment" key={`b${node.id}`}>{node.commentBefore}</em>);
    parts.push(<Move key={node.id} node={node} here={current.value === node} numbered={numbered || node.ply % 2 === 1} />);
    numbered = node.comment !== '';
    if (node.comment) parts.push(<em class="comment" key={`c${node.id}`}>{node.comment}</em>);
    const siblings: MoveNode[] = node === first ? [] : (node.parent?.children.slice(1) ?? []);
    if (node !== first && node.parent?.children[0] === node && siblings.length > 0) {
      for (const sibling of siblings) {
        parts.push(<span class="nested" key={`v${sibling.id}`}>({depth < MaxNesting ? line(sibling, depth + 1) : ' … '})</span>);
      }
      numbered = true;
    }
  }
  return parts;
}

function Aside({ node }: { node: MoveNode }) {
  void revision.value;
  const variations = node.parent?.children[0] === node ? node.parent.children.slice(1) : [];
  if (variations.length === 0 && !node.comment) return null;
  return (
    <div class="aside">
      {node.comment && <p class="comment">{node.comment}</p>}
      {variations.map(variation => <div class="variation" key={variation.id}>{line(variation, 1)}</div>)}
    </div>
  );
}

const hasAside = (node: MoveNode | undefined): boolean =>
  node !== undefined && (node.comment !== '' || (node.parent?.children.length ?? 0) > 1);

export function MoveList() {
  void revision.value;
  const here = current.value;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    const item = box?.querySelector<HTMLElement>('.move.current');
    if (!box || !item) {
      box?.scrollTo({ top: 0 });
      return;
    }
    const top = item.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
    if (top < box.scrollTop + 40 || top > box.scrollTop + box.clientHeight - 60) box.scrollTo({ top: top - box.clientHeight / 2 });
  }, [here, tree.value]);

  const { root } = tree.value;
  const mainline = tree.value.mainline();
  if (mainline.length === 0) {
    return (
      <div class="move-list empty" ref={list}>
        {root.comment && <p class="comment">{root.comment}</p>}
        <p class="quiet">Make a move on the board, type one, or open a game. You can also drop a PGN file anywhere.</p>
      </div>
    );
  }
  // Where the current move branches off the main line.
  let anchor = here;
  for (let at = here; at.parent; at = at.parent) if (at.parent.children[0] !== at) anchor = at.parent;
  const offset = root.ply % 2;
  const rowOf = (node: MoveNode): number => Math.floor((node.ply - 1 - (root.ply - offset)) / 2);
  const lastRow = rowOf(mainline[mainline.length - 1] ?? root);
  const middle = anchor.parent ? rowOf(anchor) : 0;
  const from = lastRow <= WindowRows ? 0 : Math.max(0, middle - WindowRows / 2);
  const to = lastRow <= WindowRows ? lastRow : Math.min(lastRow, from + WindowRows);
  const rows: VNode[] = [];
  for (let row = from; row <= to; row += 1) {
    const index = 2 * row - offset;
    const white = mainline[index];
    const black = mainline[index + 1];
    const number = Math.ceil(((white ?? black)?.ply ?? 1) / 2);
    const split = white && hasAside(white);
    rows.push(
      <div class="row" key={row}>
        <span class="number">{number}</span>
        {white ? <Move node={white} here={here === white} /> : <span class="gap">…</span>}
        {!split && black && <Move node={black} here={here === black} />}
      </div>,
    );
    if (split) {
      rows.push(<Aside key={`a${row}`} node={white} />);
      if (black) {
        rows.push(<div class="row" key={`s${row}`}><span class="number">{number}</span><span class="gap">…</span><Move node={black} here={here === black} /></div>);
      }
    }
    if (black && hasAside(black)) rows.push(<Aside key={`d${row}`} node={black} />);
  }
  const jump = (row: number): void => {
    const node = mainline[Math.max(0, Math.min(mainline.length - 1, 2 * row - offset))];
    if (node) goTo(node);
  };
  return (
    <div class="move-list" ref={list} role="region" aria-label="Moves" tabIndex={0}>
      {root.comment && <p class="comment">{root.comment}</p>}
      {from > 0 && <button type="button" class="more" onClick={() => jump(from - WindowRows / 4)}>{from} earlier moves</button>}
      {rows}
      {to < lastRow && <button type="button" class="more" onClick={() => jump(to + WindowRows / 4)}>{lastRow - to} later moves</button>}
      {tree.value.headers.get('Result') !== undefined && tree.value.headers.get('Result') !== '*' && <p class="result">{tree.value.headers.get('Result')}</p>}
    </div>
  );
}
