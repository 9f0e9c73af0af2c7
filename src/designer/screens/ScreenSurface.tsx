import { Suspense, useMemo, type ComponentType } from 'react';
import type { Path } from '../../domain/problem/index.ts';
import type { AnyNode } from '../../grammar/nodes.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { GridSlot, type GridProps } from '../../runtime/node/gridSlot.ts';
import { NodeBoundary } from '../../runtime/node/NodeBoundary.tsx';
import { NodeLoading } from '../../runtime/node/Placeholders.tsx';
import { PlaceContext } from '../../screens/place/place.ts';
import type { Design } from '../canvas/model/design.ts';
import { ROOT } from '../canvas/model/nodes.ts';
import { aroundOf } from '../canvas/model/screenNotation.ts';
import { Canvas, type SurfaceProps } from '../canvas/parts/Canvas.tsx';
import { CanvasGrid } from '../canvas/parts/CanvasGrid.tsx';
import { useDesign } from '../canvas/useDesign.ts';
import { DeviceScreen } from '../document/Device.tsx';
import { schemaOfTag } from '../editor/grammarDocs.ts';
import { NOWHERE } from './nowhere.ts';

const AROUND: Path = ['root'];

const docOf = (design: Design) => design.doc();

/** The blocks of the page's own container are the list that the canvas edits. */
const BlockGrid = ({ path, ...grid }: GridProps) => (
  <CanvasGrid {...grid} path={path[0] === AROUND[0] && path.length === 2 ? ROOT : path} />
);

/** The page drawn by its own blocks with the data that this administrator sees. */
export function ScreenSurface({ root, device }: SurfaceProps) {
  const doc = useDesign(docOf);
  const registry = useRegistry();
  const around = useMemo(() => {
    const node = aroundOf(doc);
    return node === null ? null : ({ ...node, children: doc.fields } as unknown as AnyNode);
  }, [doc]);
  const isStacked = around !== null && schemaOfTag(around.tag)?.['x-stacked'] === true;
  const Block = around && !isStacked ? registry.widget(around.tag)?.faces.block : undefined;
  const Around = Block as ComponentType<BlockProps> | undefined;
  // around the canvas on either device, so that it stays the same one
  return (
    <DeviceScreen device={device}>
      <Canvas root={root} className={isStacked ? 'ds-screen-canvas ds-stacked' : 'ds-screen-canvas'}>
        <PlaceContext value={NOWHERE}>
          <GridSlot value={BlockGrid}>
            {around && Around ? (
              <NodeBoundary tag={around.tag} path={AROUND}>
                <Suspense fallback={<NodeLoading height={240} />}>
                  <Around node={around} path={AROUND} />
                </Suspense>
              </NodeBoundary>
            ) : (
              <CanvasGrid nodes={doc.fields} path={ROOT} />
            )}
          </GridSlot>
        </PlaceContext>
      </Canvas>
    </DeviceScreen>
  );
}
