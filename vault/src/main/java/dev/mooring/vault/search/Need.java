package dev.mooring.vault.search;

import java.util.ArrayList;
import java.util.List;

/** What a text must hold for a pattern to match it at all. */
sealed interface Need {

    static Need anything() {
        return new Anything();
    }

    /** False only if the document certainly has no match. */
    boolean mayBeMetBy(TrigramFilter document);

    record Anything() implements Need {
        @Override
        public boolean mayBeMetBy(TrigramFilter document) {
            return true;
        }
    }

    record Text(String text) implements Need {
        @Override
        public boolean mayBeMetBy(TrigramFilter document) {
            return document.mayContain(text);
        }
    }

    record All(List<Need> needs) implements Need {
        @Override
        public boolean mayBeMetBy(TrigramFilter document) {
            return needs.stream().allMatch(need -> need.mayBeMetBy(document));
        }
    }

    record Any(List<Need> needs) implements Need {
        @Override
        public boolean mayBeMetBy(TrigramFilter document) {
            return needs.stream().anyMatch(need -> need.mayBeMetBy(document));
        }
    }

    static Need all(List<Need> needs) {
        List<Need> real = new ArrayList<>();
        for (Need need : needs) {
            if (need instanceof All(List<Need> inner)) {
                real.addAll(inner);
            } else if (!(need instanceof Anything)) {
                real.add(need);
            }
        }
        return real.isEmpty() ? anything() : real.size() == 1 ? real.getFirst() : new All(real);
    }

    static Need any(List<Need> needs) {
        boolean open = needs.isEmpty() || needs.stream().anyMatch(Anything.class::isInstance);
        return open ? anything() : needs.size() == 1 ? needs.getFirst() : new Any(needs);
    }
}
