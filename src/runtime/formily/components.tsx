import { memo, type ComponentType, type ReactNode } from 'react';
import { connect, mapReadPretty, observer, useField, useFieldSchema } from '@formily/react';
import type { Registered, Registry } from '../../kernel/index.ts';
import { useForm, useOptionalForm, useSituation } from '../contexts.ts';
import { viewFace, type FieldParts } from '../form/ReadField.tsx';
import { conditionOf, isBlockGranted } from '../node/blockAccess.ts';
import type { BlockProps, Faces } from '../node/faces.ts';
import { WhenTrue } from '../screen/ScreenCondition.tsx';
import { FieldControl } from './FieldControl.tsx';
import { FormLayout } from './FormLayout.tsx';
import { FormilyFieldFrame } from './FormilyFieldFrame.tsx';
import { selfFollowing } from './frameContext.ts';
import { FIELD_FRAME, FORM_LAYOUT, PANE, type NodeSchema } from './toFormilySchema.ts';

type Components = Record<string, ComponentType<never>>;

const known = new WeakMap<Registry<Faces>, Components>();

/**
 * The widgets of a registry as Formily components, by tag, with the components that a compiled schema names beside
 * them. Formily applications give them to their own `createSchemaField`, inside a `RuntimeProvider`.
 */
export function formilyComponents(registry: Registry<Faces>): Components {
  const found = known.get(registry);
  if (found) return found;
  const components: Components = { [FORM_LAYOUT]: FormLayout, [FIELD_FRAME]: FormilyFieldFrame, [PANE]: Pane };
  for (const tag of registry.tags()) {
    const widget = registry.widget(tag) as Registered<Faces>;
    const component = widget.definition.kind === 'field' ? fieldComponent(widget.faces) : blockComponent(widget.faces);
    if (component) components[tag] = component as ComponentType<never>;
  }
  known.set(registry, components);
  return components;
}

/** A field widget: its control, or its text while the field is not editable (ED-002). */
function fieldComponent(faces: Faces): ComponentType | null {
  if (!faces.edit || !faces.view) return null;
  // what they show comes from the form by subscriptions of their own: a new value does not render them from above
  const Editable = memo(
    function Editable() {
      const parts = useParts(faces);
      return parts && <FieldControl {...parts} />;
    },
    () => true,
  );
  const ReadPretty = observer(function ReadPretty() {
    const parts = useParts(faces);
    return parts && viewFace(parts);
  });
  const component = connect(Editable, mapReadPretty(ReadPretty)) as ComponentType;
  selfFollowing.add(component);
  return component;
}

function useParts(faces: Faces): FieldParts | null {
  const session = useForm();
  const field = session.field(useField().path.toString());
  return field ? { session, field, faces } : null;
}

/** A block or container. Its children are rendered by itself, through the node renderer. */
function blockComponent({ block }: Faces): ComponentType | null {
  if (!block) return null;
  const Block = block as ComponentType<BlockProps>;
  return observer(function FormilyBlock() {
    const { 'x-node': node, 'x-path': path } = useFieldSchema() as unknown as NodeSchema;
    const isInForm = useOptionalForm() !== null;
    // throws where the list of roles is empty (ER-019): the place of the block says so
    if (!isBlockGranted(node, useSituation())) return null;
    const face = <Block node={node} path={path} />;
    // in a form the condition is a reaction of the schema
    const condition = isInForm ? null : conditionOf(node);
    return condition === null ? face : <WhenTrue condition={condition}>{face}</WhenTrue>;
  });
}

const Pane = ({ children }: { children?: ReactNode }): ReactNode => children;
