import type { NodeByTag } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { readPlatformParameters } from '../../session/platform.ts';
import '../shared/blocks.css';

const SIGNS = { success: '✓', info: 'i', warning: '!' } as const;

/** Result page (401, 404, success) with title, reason and a link. */
export function Result({ node }: BlockProps<NodeByTag['result']>) {
  const status = node.status ?? 'info';
  const subTitle = (node.subTitleFrom && readPlatformParameters()[node.subTitleFrom]) || node.subTitle;
  return (
    <div className="sf-result" data-status={status}>
      <div className="sf-result-sign" aria-hidden="true">
        {status in SIGNS ? SIGNS[status as keyof typeof SIGNS] : status}
      </div>
      <h1>{node.title}</h1>
      {subTitle !== undefined && <p>{subTitle}</p>}
      {node.action && (
        <a className="sf-button" data-action="go" href={`#${node.action.to}`}>
          {node.action.label}
        </a>
      )}
    </div>
  );
}
