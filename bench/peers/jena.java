// The peer jena-iri, as Debian has it (libapache-jena-java): strings come with their lengths, as for uriparser.c.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import org.apache.jena.iri.*;

class Peer {
    static final IRIFactory factory = new IRIFactory();

    static {
        factory.useSpecificationIRI(true);
        factory.setIsError(ViolationCodes.UNREGISTERED_IANA_SCHEME, false); // as Jena's own readers set it
    }

    static boolean valid(String s) {
        IRI iri = factory.create(s);
        return iri.isAbsolute() && !iri.hasViolation(false);
    }

    public static void main(String[] args) throws Exception {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        List<String> strings = new ArrayList<>();
        for (int n = 0, c; (c = in.read()) >= 0; ) {
            if (c != '\n') {
                n = 10 * n + c - '0';
                continue;
            }
            byte[] text = new byte[n];
            in.readFully(text);
            strings.add(new String(text, StandardCharsets.UTF_8));
            n = 0;
        }
        StringBuilder verdicts = new StringBuilder();
        for (String s : strings) verdicts.append(valid(s) ? '1' : '0');
        double best = 0;
        for (int round = 0; round < 5; round++) {
            long start = System.nanoTime();
            for (String s : strings) valid(s);
            double ns = (double) (System.nanoTime() - start) / strings.size();
            if (round == 0 || ns < best) best = ns;
        }
        String version = new File(args[0]).getName().replaceAll("jena-iri-|[.]jar", "");
        System.out.printf("%s%n%s%n%.0f%n", version, verdicts, best);
    }
}
