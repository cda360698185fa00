import type { Control } from '../creations/creations.ts';
import { type Materials, validBody } from '../creations/valid-body.ts';
import { profile } from '../profiles/application-key/profile.ts';

/** The requests for keys that others differ from: the least, and the fullest. */
export function keyControls(materials: Materials): { readonly plain: Control; readonly limited: Control } {
  return {
    plain: () => validBody(materials, 'application-key'),
    limited: () => validBody(materials, 'application-key', profile.creation?.optionalMembers),
  };
}
