import { useMemo } from 'react';
import type { Path } from '../kernel/problem.ts';
import { GridChunk, GridGroup, ROW } from './gridChunk.tsx';
import { chunksOf, groupsOf, type Chunk } from './gridChunks.ts';
import { NodeList, type LooseNode } from './nodeView.tsx';
import { useFilling } from './useFilling.ts';

interface Props { nodes: readonly LooseNode[]; path: Path; gutter?: number }

/** The nodes on the 24-column grid; one below the other on a narrow screen. A long grid is made of parts. */
export function NodeGrid({ nodes, path, gutter }: Props) {
  const chunks = useMemo(() => chunksOf(nodes), [nodes]);
  return (
    <div className="sf-grid" style={gutter === undefined ? undefined : { columnGap: gutter }}>
      {chunks.length === 1 ? <NodeList nodes={nodes} path={path} isGridItem /> : <Parts nodes={nodes} path={path} gutter={gutter} chunks={chunks} />}
    </div>
  );
}

function Parts({ nodes, path, gutter, chunks }: Props & { chunks: readonly Chunk[] }) {
  const groups = useMemo(() => groupsOf(chunks), [chunks]);
  const parts = useMemo(() => new Map(chunks.map(({ from, to }) => [from, nodes.slice(from, to)])), [nodes, chunks]);
  const filled = useFilling(groups);
  const missing = groups.slice(filled).reduce((sum, { rows }) => sum + rows, 0);
  return (
    <>
      {groups.slice(0, filled).map((group, index) => (
        <GridGroup key={group.chunks[0]?.from} isFirst={index === 0} rows={group.rows} columnGap={gutter}>
          {group.chunks.map(({ from, rows }) => (
            <GridChunk key={from} isFirst={from === 0} rows={rows} columnGap={gutter}>
              <NodeList nodes={parts.get(from) ?? []} path={path} isGridItem from={from} />
            </GridChunk>
          ))}
        </GridGroup>
      ))}
      {missing > 0 && <div className="sf-unfilled" aria-hidden="true" style={{ height: missing * ROW }} />}
    </>
  );
}
