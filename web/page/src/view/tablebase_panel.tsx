// What the tablebases say of the position and of each move; without tables, a way to choose them.
import { addTables, canProbe, fewPieces, probed, removeTables, tables } from '../app/tablebases';
import { current, playMove } from '../app/state';
import { turnOf } from '../chess/rules';
import { describeTables, distanceWords, outcomeWord } from '../chess/tables';
import type { TablebaseResult } from 'skua-engine';

export function TableFiles({ label = 'Choose files' }: { label?: string }) {
  return (
    <label class="button file">{label}
      <input type="file" multiple accept=".rtbw,.rtbz" data-testid="tables" onChange={event => {
        void addTables([...(event.currentTarget.files ?? [])]);
        event.currentTarget.value = '';
      }} />
    </label>
  );
}

// For the settings.
export function TableSettings() {
  const loaded = tables.value;
  return (
    <fieldset><legend>Tablebases</legend>
      <p>{loaded.length === 0 ? 'None. ' : `${describeTables(loaded)}, ${Math.ceil(loaded.reduce((sum, table) => sum + table.size, 0) / 1e6)} MB. `}
        <span class="quiet">Syzygy files (.rtbw, .rtbz) from your device serve the analysis and the coach until the page is closed.</span></p>
      <div class="buttons">
        <TableFiles />
        {loaded.length > 0 && <button type="button" class="button" onClick={removeTables}>Remove</button>}
      </div>
    </fieldset>
  );
}

function Outcome({ result, side }: { result: TablebaseResult; side: string }) {
  return (
    <>
      <p class="outcome-line"><b>{side} to move {outcomeWord(result.wdl)}.</b> <span class="quiet">{distanceWords(result)}</span></p>
      <ol class="table-moves">
        {result.moves.map(move => (
          <li key={move.uci}>
            <button type="button" onClick={() => playMove(move.uci)}>
              <span class="san">{move.san}</span> <span class={`wdl w${move.wdl}`}>{outcomeWord(move.wdl)}</span> <span class="quiet">{distanceWords(move)}</span>
            </button>
          </li>
        ))}
      </ol>
      {result.wdl !== 0 && result.dtz !== null && <p class="quiet"><small>DTZ: half-moves to the next capture or pawn move.</small></p>}
    </>
  );
}

export function TablebasePanel() {
  const node = current.value;
  const loaded = tables.value;
  if (!fewPieces(node.fen)) return null;
  const now = probed.value?.node === node ? probed.value.result : undefined;
  const side = turnOf(node.fen) === 'white' ? 'White' : 'Black';
  return (
    <section class="card tablebase" aria-label="Tablebase">
      <div class="card-head"><h2>Tablebase</h2>{loaded.length === 0 && <TableFiles />}</div>
      {loaded.length === 0 && <p class="quiet">With Syzygy files (.rtbw, .rtbz) from your device you see here who wins, and with which moves.</p>}
      {loaded.length > 0 && !canProbe(node.fen) && <p class="quiet">Not known: there are {describeTables(loaded)}, and none for castling.</p>}
      {loaded.length > 0 && canProbe(node.fen) && now === undefined && <p class="quiet">Looking it up …</p>}
      {typeof now === 'string' && <p class="quiet">Not known: {now}.</p>}
      {typeof now === 'object' && <Outcome result={now} side={side} />}
    </section>
  );
}
