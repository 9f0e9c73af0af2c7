import { encode } from 'uqr';

/** Pixels of its side, the quiet zone included. */
const SIDE = 220;
const QUIET = 2;

/** A QR code as one path: dark on white in a dark page too, or no camera reads it. */
function pictureOf(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="M0 0h${size}v${size}H0z" fill="#fff"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

export const QrCode = ({ text, label }: { text: string; label: string }) => <img src={pictureOf(text)} alt={label} width={SIDE} height={SIDE} data-code-text={text} />;
