/** Pitch in Hz and length in seconds of the two tones. */
const TONES = { done: [1320, 0.09], failed: [220, 0.35] } as const;
const VOLUME = 0.15;

let context: AudioContext | null = null;

/**
 * A short high tone for a code that was handled, a long low one for a refused code: who scans looks at the labels, not
 * at the screen. Silent where the browser has no sound.
 */
export function beep(outcome: keyof typeof TONES): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const [pitch, length] = TONES[outcome];
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = pitch;
  volume.gain.value = VOLUME;
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + length);
}
