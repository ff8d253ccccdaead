package dev.millrace.s3.credentials;

import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// The first of several places that has keys.
///
/// A place that was set up but fails ends the search: keys of a later place would be somebody
/// else's. The place that gave keys once is asked alone from then on.
final class SearchedPlaces implements CredentialsSource {
  private final List<Place> places;
  private volatile @Nullable CredentialsSource found;

  SearchedPlaces(List<Place> places) {
    this.places = List.copyOf(places);
  }

  @Override
  public Optional<Credentials> credentials() throws CredentialsException {
    CredentialsSource known = found;
    if (known != null) {
      return known.credentials();
    }
    StringJoiner absences = new StringJoiner("; ", "no credentials: ", "; set one of these up");
    for (Place place : places) {
      Optional<CredentialsSource> source = place.source();
      if (source.isPresent()) {
        Optional<Credentials> keys = source.get().credentials();
        found = source.get();
        return keys;
      }
      absences.add(place.absence());
    }
    throw new CredentialsException(absences.toString(), null);
  }
}
