import { type KeyboardEvent, type PointerEvent, useEffect, useId, useState } from 'react';
import { isComposing, isPlainEnter, movedIndex, optionMoves } from './key-moves.ts';

interface Listbox {
  /** One key for each shown option. */
  keys: readonly string[];
  isOpen: boolean;
  /** Not for a list that is always open. */
  open?: () => void;
  close?: () => void;
  choose: (index: number) => void;
}

/**
 * A text field with a list of options, by the WAI-ARIA combobox pattern: the focus stays in the field, and keys and
 * pointer move the active option.
 */
export function useListbox({ keys, isOpen, open, close, choose }: Listbox) {
  const id = useId();
  const [activeKey, setActive] = useState<string | undefined>(undefined);
  const active = Math.max(0, activeKey === undefined ? 0 : keys.indexOf(activeKey));
  const activeId = isOpen && active < keys.length ? `${id}-${active}` : undefined;
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const press = (event: KeyboardEvent) => {
    const to = movedIndex(event, optionMoves, active, keys.length);
    if (to !== undefined) {
      event.preventDefault();
      if (isOpen) setActive(keys[to]);
      else open?.();
    } else if (isOpen && isPlainEnter(event)) {
      event.preventDefault();
      if (activeId !== undefined) choose(active);
    } else if (isOpen && close && event.key === 'Escape' && !isComposing(event.nativeEvent)) {
      event.stopPropagation();
      close();
    }
  };
  return {
    /** Without a key, the first option becomes active. */
    setActive,
    field: {
      type: 'text',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen && keys.length > 0,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': activeId,
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
      onKeyDown: press,
    },
    // Neither a list that scrolls, which would be a stop of its own, nor a press on it takes the focus from the field.
    list: {
      id,
      role: 'listbox',
      tabIndex: -1,
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
    },
    option: (index: number) => ({
      id: `${id}-${index}`,
      role: 'option',
      'aria-selected': index === active,
      onPointerMove: () => index !== active && setActive(keys[index]),
      onClick: () => choose(index),
    }),
  } as const;
}

export type ListboxParts = ReturnType<typeof useListbox>;
