// Short sounds, made on the spot: a soft knock for a move, two for a capture, a chord at the end. Off by default.
import { settings } from './state';

let context: AudioContext | undefined;

function knock(audio: AudioContext, at: number, frequency: number, length: number, volume: number): void {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(frequency, at);
  tone.frequency.exponentialRampToValueAtTime(frequency * 0.6, at + length);
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}

export function playSound(kind: 'move' | 'capture' | 'end'): void {
  if (!settings.value.sound) return;
  try {
    context ??= new AudioContext();
    const at = context.currentTime + 0.01;
    if (kind === 'end') {
      for (const frequency of [330, 415, 494]) knock(context, at, frequency, 0.5, 0.08);
    } else {
      knock(context, at, 240, 0.07, 0.25);
      if (kind === 'capture') knock(context, at + 0.05, 180, 0.09, 0.25);
    }
  } catch {
    // A browser without sound.
  }
}
