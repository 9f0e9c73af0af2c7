import { encode } from 'uqr';

/**
 * Returns a QR code with its quiet zone as a data URI (SVG): dark on white, because cameras cannot read other colours.
 */
function qrDataUri(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="M0 0h${size}v${size}H0z" fill="#fff"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

interface Props {
  text: string;
  label: string;
  /** Side length in pixels; absent when a style sets the size. */
  size?: number;
  className?: string;
}

export const QrCode = ({ text, label, size, className }: Props) => (
  <img className={className} src={qrDataUri(text)} alt={label} width={size} height={size} data-code-text={text} />
);
