import { profile } from '../../profiles/application-key/profile.ts';
import type { Control } from '../creations/creations.ts';
import { type Materials, specimen } from '../creations/specimen.ts';

/** The requests for keys that others differ from: the least, and the fullest. */
export function keyControls(materials: Materials): { readonly plain: Control; readonly limited: Control } {
  return {
    plain: () => specimen(materials, 'application-key'),
    limited: () => specimen(materials, 'application-key', profile.creation?.optionalMembers),
  };
}
