// Line icons, drawn for this page on a grid of 24.
const Paths = {
  first: 'M6 5v14M19 5l-9 7 9 7z',
  back: 'M16 5l-9 7 9 7z',
  forward: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  flip: 'M7 4v15m0 0l-3-3m3 3l3-3M17 20V5m0 0l-3 3m3-3l3 3',
  settings: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 7m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M9 17m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5',
  open: 'M4 19V6h6l2 2h8v11zM12 16v-5m0 0l-2.5 2.5M12 11l2.5 2.5',
  share: 'M12 15V4m0 0L8 8m4-4l4 4M5 13v6h14v-6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  up: 'M12 19V6m0 0l-5 5m5-5l5 5',
  star: 'M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6L12 16.4 7 19.2l1.2-5.6L4 9.8l5.6-.6z',
  threat: 'M12 4l9 16H3zM12 10v5M12 17.5v.3',
  close: 'M6 6l12 12M18 6L6 18',
  undo: 'M5 10h9a5 5 0 0 1 0 10h-3M5 10l4-4m-4 4l4 4',
  bulb: 'M9 17h6M10 20h4M8.5 14a5.5 5.5 0 1 1 7 0c-.6.6-.5 1.3-.5 3h-6c0-1.7.1-2.4-.5-3z',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  half: 'M6 19L18 5M7 5v5M15 14h3v2.5l-3 2.5h3',
  analyse: 'M11 11m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M16 16l4 4',
  understand: 'M4 5h16v11h-8l-4 4v-4H4zM8 9h8M8 12h5',
  play: 'M9 20h6M8 17h8l-1-4c1.5-1 2-2.5 2-4a5 5 0 0 0-10 0c0 1.5.5 3 2 4z',
  new: 'M12 8v8M8 12h8M5 5h14v14H5z',
  hand: 'M8 13V6.5a1.5 1.5 0 0 1 3 0V11m0-6a1.5 1.5 0 0 1 3 0v6m0-4a1.5 1.5 0 0 1 3 0v7c0 4-2 6-5 6s-4.5-1.5-6-4l-2-4.5c1.5-1 3-.5 4 1.5',
  board: 'M4 4h16v16H4zM12 4v16M4 12h16M4 8h8M12 16h8',
  text: 'M5 7V5h14v2M12 5v14M9 19h6',
} as const;

export type IconName = keyof typeof Paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path d={Paths[name]} fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round" />
    </svg>
  );
}

// A skua over the sea.
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 48 32" width="42" height="28" aria-hidden="true">
      <path d="M2 9c7-2 12 0 17 6l4-1c5-8 12-12 23-12-6 3-11 8-13 14l7 4-8 1c-3 4-7 6-12 5l3-5c-4-1-7-3-10-6-3-4-6-6-11-6z" fill="currentColor" />
      <path d="M3 28c4-3 7-3 11 0s7 3 11 0 7-3 11 0 6 2 9 0" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" opacity=".45" />
    </svg>
  );
}

interface ButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean;
  text?: boolean;
  class?: string;
}

export function IconButton({ icon, label, onClick, disabled, pressed, text, class: extra }: ButtonProps) {
  return (
    <button type="button" class={`icon-button ${text ? 'with-text' : ''} ${extra ?? ''}`} aria-label={text ? undefined : label}
      title={text ? undefined : label} aria-pressed={pressed} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
      {text && <span>{label}</span>}
    </button>
  );
}
