// chessground draws its men with elements of this name.
import 'preact';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      piece: { class?: string };
    }
  }
}
