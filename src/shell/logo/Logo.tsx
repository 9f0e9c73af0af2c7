import { Link } from 'react-router-dom';
import type { LogoNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { readPlatformParameters } from '../../session/platform.ts';
import { useLayoutState } from '../layoutContext.ts';
import { useLayoutSettings } from '../settings/settingsContext.ts';
import { LogoPicture } from '../LogoPicture.tsx';

/** Logo and name of the platform, linked to the first page; only the logo when the sidebar is closed. */
export function Logo({ node }: BlockProps<LogoNode>) {
  const { isOpen } = useLayoutState();
  const { sidebarLogo } = useLayoutSettings();
  if (!sidebarLogo) return null;
  const name = readPlatformParameters().name || node.text;
  return (
    <Link className="sf-logo" to="/" title={name}>
      <LogoPicture text={node.short} />
      <span className={isOpen ? 'sf-logo-text' : 'sf-unseen'}>{name}</span>
    </Link>
  );
}
