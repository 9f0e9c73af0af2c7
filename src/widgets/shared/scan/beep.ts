/** Pitch in Hz and length in seconds of the two tones. */
const TONES = { done: [1320, 0.09], failed: [220, 0.35] } as const;
const VOLUME = 0.15;

let context: AudioContext | null = null;

/**
 * Plays a short high tone for an accepted code and a long low tone for a refused code, because the user looks at the
 * labels, not at the screen. Silent where the browser has no sound.
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
