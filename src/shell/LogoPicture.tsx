import { readPlatformParameters } from '../session/platform.ts';

/**
 * The logo that the administrator uploaded; otherwise a square with the first character of `text`.
 */
export function LogoPicture({ text = '检' }: { text?: string }) {
  const { logo } = readPlatformParameters();
  if (logo !== '') return <img className="sf-mark sf-mark-picture" src={logo} alt="" />;
  return (
    <span className="sf-mark" aria-hidden="true">
      {text.slice(0, 1)}
    </span>
  );
}
