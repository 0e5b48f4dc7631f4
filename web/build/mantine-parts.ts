import type { Plugin } from 'vite';

/** Mantine parts that no page uses. Each component's file assigns all its parts, so the bundler keeps them. To use one, remove it here. */
const unusedParts: Readonly<Record<string, readonly string[]>> = {
  ActionIcon: ['Group', 'GroupSection'],
  Button: ['Group', 'GroupSection'],
  Checkbox: ['Card', 'Indicator'],
  Combobox: ['Footer', 'Header'],
  Drawer: ['Stack'],
  FocusTrap: ['InitialFocus'],
  Input: ['Placeholder', 'Success'],
  Menu: ['CheckboxGroup', 'ContextMenu', 'RadioGroup', 'Search', 'Sub'],
  Modal: ['Stack'],
  Pagination: ['First', 'Label', 'Last'],
  Popover: ['ContextMenu'],
  Progress: ['Label'],
  Radio: ['Card', 'Indicator'],
  Switch: ['Group'],
  Table: ['Caption', 'DataRenderer', 'ScrollContainer'],
  Tooltip: ['Floating', 'Group'],
};

const assignment = (component: string, part: string) => `\n${component}.${part} = ${component}${part};`;

/** Removes {@link unusedParts}. Fails the build if Mantine no longer assigns one, or if a page uses one. */
export function mantineParts(): Plugin {
  const removed = new Set<string>();
  return {
    name: 'mailcall:mantine-parts',
    apply: 'build',
    transform(source, id) {
      const [, component = ''] = /\/@mantine\/core\/esm\/components\/(\w+)\/\1\.mjs$/.exec(id) ?? [];
      const parts = unusedParts[component];
      if (!parts) return null;
      let code = source;
      for (const part of parts) {
        const shorter = code.replace(assignment(component, part), '');
        if (shorter !== code) removed.add(`${component}.${part}`);
        code = shorter;
      }
      return { code, map: null };
    },
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.entries(file.modules) : [],
      );
      const problems: string[] = [];
      for (const [component, parts] of Object.entries(unusedParts))
        for (const part of parts) {
          const name = `${component}.${part}`;
          if (!removed.has(name)) problems.push(`Mantine has no ${name} to remove.`);
          // safe pattern: of names in this file, and of digits that end where others begin
          const use = new RegExp(`\\b${component}(\\$\\d+)?\\.${part}\\b`);
          for (const [id, { code }] of modules)
            if (code !== null && use.test(code))
              problems.push(`${id} uses ${name}, which the build removes.`);
        }
      if (problems.length > 0) this.error(`Update mantine-parts.ts:\n${problems.join('\n')}`);
    },
  };
}
