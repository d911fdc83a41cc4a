// What the user has chosen, kept in local storage. Values from outside are checked one by one.
export const Themes = ['auto', 'light', 'dark'] as const;
export const Boards = ['sea', 'wood', 'moss', 'slate'] as const;
export const PieceSets = ['cburnett', 'plain'] as const;
export const TimeControls = ['none', '1+0', '3+2', '5+3', '10+5', '15+10'] as const;
export const SearchTimes = [5, 15, 60, 0] as const; // seconds; 0 is without end
export const ReportDepths = { quick: 50_000, usual: 300_000, deep: 1_500_000 } as const;

export interface Settings {
  theme: (typeof Themes)[number];
  board: (typeof Boards)[number];
  pieces: (typeof PieceSets)[number];
  coordinates: boolean;
  animation: boolean;
  sound: boolean;
  evaluationBar: boolean;
  arrows: boolean;
  variationArrows: boolean;
  liveLabels: boolean;
  lines: number;
  threads: number;
  hash: number;
  engine: 'device' | 'server';
  searchTime: number;
  reportDepth: keyof typeof ReportDepths;
  elo: number; // 3001 is full strength
  timeControl: (typeof TimeControls)[number];
  playAs: 'white' | 'black' | 'random';
  chess960: boolean;
}

export interface Machine {
  cores: number;
  agent: string;
  touchPoints: number;
}

export const FullStrength = 3001;
export const LowestElo = 1000;

// Phones end pages that take much memory.
export function largestHash({ agent, touchPoints }: Machine): number {
  if (/iPhone|iPod/.test(agent)) return 32;
  if (/iPad|Android/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1)) return 64;
  return 512;
}

// Each table is in memory up to three times: in the worker, in its own memory once it is used, and for the coach.
export const mostTableBytes = (machine: Machine): number => (largestHash(machine) < 512 ? 64e6 : 256e6);

export const mostThreads = ({ cores }: Machine): number => Math.max(1, Math.min(32, cores));

export function defaultSettings(machine: Machine): Settings {
  return {
    theme: 'auto', board: 'sea', pieces: 'cburnett', coordinates: true, animation: true, sound: false,
    evaluationBar: true, arrows: true, variationArrows: false, liveLabels: true,
    lines: 2, threads: Math.max(1, Math.min(4, machine.cores - 1)), hash: Math.min(32, largestHash(machine)), engine: 'device', searchTime: 60,
    reportDepth: 'quick', elo: 1600, timeControl: 'none', playAs: 'white', chess960: false,
  };
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, Math.round(value)));

export function checkedSettings(input: unknown, machine: Machine): Settings {
  const settings = defaultSettings(machine);
  if (typeof input !== 'object' || input === null) return settings;
  const given = input as Record<string, unknown>;
  const choose = <K extends keyof Settings>(name: K, choices: readonly Settings[K][]): void => {
    const choice = choices.find(value => value === given[name]);
    if (choice !== undefined) settings[name] = choice;
  };
  const number = (name: 'lines' | 'threads' | 'hash' | 'elo', least: number, most: number): void => {
    const value = given[name];
    if (typeof value === 'number' && Number.isFinite(value)) settings[name] = within(value, least, most);
  };
  choose('theme', Themes);
  choose('board', Boards);
  choose('pieces', PieceSets);
  choose('timeControl', TimeControls);
  choose('playAs', ['white', 'black', 'random']);
  choose('reportDepth', ['quick', 'usual', 'deep']);
  choose('engine', ['device', 'server']);
  choose('searchTime', SearchTimes);
  for (const name of ['coordinates', 'animation', 'sound', 'evaluationBar', 'arrows', 'variationArrows', 'liveLabels', 'chess960'] as const) {
    choose(name, [true, false]);
  }
  number('lines', 1, 5);
  number('threads', 1, mostThreads(machine));
  number('hash', 1, largestHash(machine));
  number('elo', LowestElo, FullStrength);
  return settings;
}
