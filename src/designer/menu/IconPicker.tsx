import { ICON_LABELS, MenuIcon } from '../../shell/Icons.tsx';

/** Selects an icon; a click on the selected icon clears the selection. */
export function IconPicker({ id, value, onChange }: { id: string; value: string; onChange(name: string): void }) {
  return (
    <fieldset className="ds-icons" aria-label="图标" id={id}>
      {Object.entries(ICON_LABELS).map(([name, title]) => (
        <button
          key={name}
          type="button"
          aria-pressed={value === name}
          aria-label={title}
          title={title}
          data-icon={name}
          onClick={() => onChange(value === name ? '' : name)}
        >
          <MenuIcon name={name} />
        </button>
      ))}
    </fieldset>
  );
}
